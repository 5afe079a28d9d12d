// The value of a leaf (quadtree_types.h), from the lowest and highest numbers of nodes. A leaf of level 2 s is
// one node of stage s; a leaf of level 2 s + 1 is four. Stage 0 is the image.
// The level of a mipmap differs from pixel to pixel. textureLod takes each pixel's own; softpipe's texelFetch takes that of
// one pixel for all four of a quad.
#include "tree/leaf.glsl"
#include "tree/numbers.glsl"

uniform HPYR_SAMPLER u_image;
uniform usampler2D u_low, u_high;
uniform ivec2 u_size; // of the image
uniform ivec2 u_side; // of u_low and u_high
#if HPYR_CLASS == 1
uniform vec2 u_halves; // both 0.5. With a constant compilers add first, and a sum may be infinite
#endif

// The value as words of 32 bits: floats, or integers for classes 2 and 3. For class 0 twice the middle of whole numbers.
uint middle(uint low, uint high) {
#if HPYR_CLASS == 0
    return low + high;
#elif HPYR_CLASS == 1
    float half_low = float_of_ordinal(low) * u_halves.x, half_high = float_of_ordinal(high) * u_halves.y;
    uint bits = floatBitsToUint(low == high ? float_of_ordinal(low) : half_low + half_high);
    return (bits << 1) == 0u ? 0u : bits; // never -0, which is what may be left of a denormal number
#elif HPYR_CLASS == 2
    return low + ((high - low) >> 1);
#else
    return (low + ((high - low) >> 1)) ^ 0x80000000u;
#endif
}

uvec4 middles(ORDINALS low, ORDINALS high) {
#if HPYR_CHANNELS == 1
    return uvec4(middle(low, high), 0u, 0u, 0u);
#else
    return uvec4(middle(low.r, high.r), middle(low.g, high.g), middle(low.b, high.b), middle(low.a, high.a));
#endif
}

// `corner` is the leaf's lower left cell.
uvec4 value_of_leaf(ivec2 corner, int level) {
    int stage = level >> 1, mipmap = max(2 * stage - 2, 0);
    ivec2 last = (u_size - 1) >> (2 * stage), first = corner >> (2 * stage);
    vec2 scale = 1.0 / vec2(max(u_side >> mipmap, ivec2(1)));
    ORDINALS low = ORDINALS(0xFFFFFFFFu), high = ORDINALS(0u);
    for (int i = 0; i < 4; i++) {
        ivec2 node = min(first + (level & 1) * ivec2(i & 1, i >> 1), last);
        vec2 place = (vec2(node) + 0.5) * scale;
        ORDINALS texel = ordinals_of(texelFetch(u_image, node, 0));
        ORDINALS lowest = unpack(textureLod(u_low, place, float(mipmap)));
        ORDINALS highest = unpack(textureLod(u_high, place, float(mipmap)));
        low = min(low, stage == 0 ? texel : lowest);
        high = max(high, stage == 0 ? texel : highest);
    }
    return middles(low, high);
}
