// Writes a node of layout BILINEAR: a count that filters exactly (see pyramid_bilinear.c). Beyond
// the limit it writes a marker, and every sum with a marker in it is beyond the limit too.
//   FLOAT   one float up to HPYR_LIMIT; the marker is 2^25
//   HALF    r + 1024 g in 16-bit floats, each 0..1023; the marker is g = 2047
#include "core/add.glsl"

#ifdef HPYR_FLOAT_COUNTS
#    define HPYR_STORED          float
#    define HPYR_TEXEL_OF(count) vec4(count)
#else
#    define HPYR_STORED          vec2
#    define HPYR_TEXEL_OF(count) vec4(count, 0.0, 0.0)
#endif
#ifdef HPYR_INTEGERS
out HPYR_STORED o_count;
#    define HPYR_STORE(count) o_count = count
#else
#    define HPYR_STORE(count) gl_FragColor = HPYR_TEXEL_OF(count)
#endif

// hpyr_store_sum writes the sum of a node's children, or 0 if there is no node.
#ifdef HPYR_FLOAT_COUNTS
void hpyr_store_sum(vec4 sum, bool inside) {
    HPYR_STORE(!inside ? 0.0 : sum.r > HPYR_LIMIT ? 33554432.0 : sum.r);
}

void hpyr_store(HPYR_UINT count) {
    HPYR_STORE(hpyr_storable(count));
}
#else
vec2 hpyr_half_or_marker(float low, float high) {
    return high > 1023.0 ? vec2(0.0, 2047.0) : vec2(low, high);
}

void hpyr_store_sum(vec4 sum, bool inside) {
    float carry = floor(sum.r / 1024.0);
    HPYR_STORE(inside ? hpyr_half_or_marker(sum.r - 1024.0 * carry, sum.g + carry) : vec2(0.0));
}

void hpyr_store(HPYR_UINT count) {
#    ifdef HPYR_INTEGERS
    HPYR_STORE(hpyr_half_or_marker(float(count & 1023u), float(count >> 10)));
#    else
    float high = floor(count / 1024.0);
    HPYR_STORE(hpyr_half_or_marker(count - 1024.0 * high, high));
#    endif
}
#endif

void hpyr_store_children(HPYR_UINT a, HPYR_UINT b, HPYR_UINT c, HPYR_UINT d) {
    hpyr_store(hpyr_add(hpyr_add(a, b), hpyr_add(c, d)));
}
