// Finds the lowest and the highest numbers of a node of 4 x 4 nodes of the stage below, or texels of the
// image, and which of its four children and itself (bit 4) are uniform. Nodes beyond the edge of the image
// count like those at the edge, so they change nothing.
// HPYR_FROM_IMAGE: the stage below is the image.  HPYR_LARGER: its texture is larger than that.
#include "tree/numbers.glsl"

layout(location = 0) out STORED o_low;
layout(location = 1) out STORED o_high;
layout(location = 2) out uint o_flags;
uniform ivec2 u_last;  // node, or texel, of the stage below
uniform uint u_forced; // flags of nodes that count as uniform
#if HPYR_CLASS == 1
uniform float u_tolerance; // -1 for 0: no difference is so small
#else
uniform uint u_tolerance;
#endif
#ifdef HPYR_FROM_IMAGE
uniform HPYR_SAMPLER u_image;
uniform vec2 u_scale; // 1 / size of its texture
#else
uniform usampler2D u_low, u_high;
#endif

// Lowest and highest numbers. Normalized ones of the image stay floats, of which min and max cost less.
#if defined(HPYR_FROM_IMAGE) && HPYR_CLASS == 0
#    define NUMBERS           vec4
#    define TO_NUMBERS(texel) (texel)
#    define TO_ORDINALS(n)    ordinals_of(n)
#else
#    define NUMBERS           ORDINALS
#    define TO_NUMBERS(texel) ordinals_of(texel)
#    define TO_ORDINALS(n)    (n)
#endif

struct bounds {
    NUMBERS low, high;
};

bounds join(bounds a, bounds b) {
    return bounds(min(a.low, b.low), max(a.high, b.high));
}

#ifdef HPYR_FROM_IMAGE
bounds single(NUMBERS n) {
    return bounds(n, n);
}

#    ifdef HPYR_LARGER
#        define TEXEL(x, y) textureLod(u_image, min(place + vec2(x, y) * u_scale, (vec2(u_last) + 0.5) * u_scale), 0.0)
#    else
#        define TEXEL(x, y) HPYR_NEAR(u_image, place, x, y, u_scale)
#    endif
#    define BELOW(x, y) single(TO_NUMBERS(TEXEL(x, y)))
#else
bounds stored(ivec2 node) {
    node = min(node, u_last);
    return bounds(unpack(texelFetch(u_low, node, 0)), unpack(texelFetch(u_high, node, 0)));
}

#    define BELOW(x, y) stored(place + ivec2(x, y))
#endif
#define CHILD(x, y) join(join(BELOW(x, y), BELOW(x + 1, y)), join(BELOW(x, y + 1), BELOW(x + 1, y + 1)))

#if HPYR_CLASS == 1
// NaNs are no numbers: an ordinal beyond that of an infinity.
bool is_uniform(uint low, uint high) {
    bool has_nan = low < 0x007FFFFFu || high > 0xFF800000u;
    return !has_nan && (low == high || float_of_ordinal(high) - float_of_ordinal(low) <= u_tolerance);
}

uint uniform_flag(ORDINALS low, ORDINALS high) {
#    if HPYR_CHANNELS == 1
    return uint(is_uniform(low, high));
#    else
    return uint(is_uniform(low.r, high.r) && is_uniform(low.g, high.g) && is_uniform(low.b, high.b) &&
                is_uniform(low.a, high.a));
#    endif
}
#else
uint uniform_flag(ORDINALS low, ORDINALS high) {
    return uint(ALL_WITHIN(high - low, u_tolerance));
}
#endif

uint flag_of(bounds b) {
    return uniform_flag(TO_ORDINALS(b.low), TO_ORDINALS(b.high));
}

void main() {
    ivec2 node = ivec2(gl_FragCoord.xy);
#ifdef HPYR_FROM_IMAGE
    vec2 place = (vec2(4 * node) + 2.5) * u_scale; // offsets reach from -2 to 1
    bounds a = CHILD(-2, -2), b = CHILD(0, -2), c = CHILD(-2, 0), d = CHILD(0, 0);
#else
    ivec2 place = 4 * node;
    bounds a = CHILD(0, 0), b = CHILD(2, 0), c = CHILD(0, 2), d = CHILD(2, 2);
#endif
    bounds whole = join(join(a, b), join(c, d));
    o_flags = flag_of(a) | flag_of(b) << 1 | flag_of(c) << 2 | flag_of(d) << 3 | flag_of(whole) << 4 | u_forced;
    o_low = pack(TO_ORDINALS(whole.low));
    o_high = pack(TO_ORDINALS(whole.high));
}
