// Packs the discriminator's answers as bits, one leaf a fragment (see bits.glsl).
// u_layer: the layer of the texture of bits that is drawn.
// HPYR_SLICES: slices of a column in that layer; a constant, so that the loops unroll.
// HPYR_ROLLED: the discriminator is long, so the loops must not unroll: u_bits is 32.
#include "core/morton.glsl"
#include "core/discriminate.glsl"

uniform int u_layer;
#ifdef HPYR_ROLLED
uniform int u_bits;
#endif
#ifdef HPYR_ONE_WORD
out uint o_bits;
#else
out uvec4 o_bits;
#endif

#if HPYR_ORDER == 4
bool is_active(ivec2 leaf, int bit) {
    int z = 128 * u_layer + bit;
    return hpyr_count_at_cell(ivec3(leaf, z)) > 0u;
}
#else
ivec2 texel_of_bit(ivec2 leaf, int bit) {
#    if HPYR_ORDER == 2
    return ivec2(leaf.x * 128 + bit, leaf.y);
#    else
    return leaf * ivec2(16, 8) + hpyr_morton_offset(bit);
#    endif
}

bool is_active(ivec2 leaf, int bit) {
    return hpyr_base_at(texel_of_bit(leaf, bit)) > 0u;
}
#endif

#if HPYR_ORDER == 4
#    define WORD_BITS(first) (HPYR_SLICES > first ? min(HPYR_SLICES - first, 32) : 0)
#else
#    define WORD_BITS(first) 32
#endif

uint pack_word(ivec2 leaf, int first, int bits) {
    uint word = 0u;
#ifdef HPYR_ROLLED
    bits = min(bits, u_bits);
#endif
    for (int bit = 0; bit < bits; bit++)
        word |= uint(is_active(leaf, first + bit)) << uint(bit);
    return word;
}

#if HPYR_ORDER != 4 && defined(HPYR_INPUT) && !defined(HPYR_INPUT_CELLS) && HPYR_KIND != 2
// A leaf of a 2D input: constant offsets from the centre of a texel, with a nearest filter, reach
// up to 16 x 8 texels, at a third of the cost of texelFetch on a software rasterizer.
#    define HPYR_AROUND

vec2 place(ivec2 leaf, int x, int y) {
    return (vec2(leaf * ivec2(HPYR_ORDER == 2 ? 128 : 16, HPYR_ORDER == 2 ? 1 : 8) + ivec2(x, y)) + 0.5) *
           u_hpyr_input_scale.xy;
}

#    define ACTIVE(at, x, y) min(hpyr_count_of_texel(textureLodOffset(u_hpyr_input, at, 0.0, ivec2(x, y))), 1u)

#    if HPYR_ORDER == 2
// Bit x of all eight groups of 16 texels comes first: reads far apart do not wait for one another.
#        define LOW_BIT(x)  (uvec4(ACTIVE(a, x, 0), ACTIVE(c, x, 0), ACTIVE(e, x, 0), ACTIVE(g, x, 0)) << (x + 8))
#        define HIGH_BIT(x) (uvec4(ACTIVE(b, x, 0), ACTIVE(d, x, 0), ACTIVE(f, x, 0), ACTIVE(h, x, 0)) << (x + 24))
#        define BITS_2(x)   (LOW_BIT(x) | HIGH_BIT(x) | LOW_BIT(x + 1) | HIGH_BIT(x + 1))
uvec4 pack_leaf(ivec2 leaf) {
    vec2 a = place(leaf, 8, 0), b = place(leaf, 24, 0), c = place(leaf, 40, 0), d = place(leaf, 56, 0),
         e = place(leaf, 72, 0), f = place(leaf, 88, 0), g = place(leaf, 104, 0), h = place(leaf, 120, 0);
    return BITS_2(-8) | BITS_2(-6) | BITS_2(-4) | BITS_2(-2) | BITS_2(0) | BITS_2(2) | BITS_2(4) | BITS_2(6);
}
#    else
// A word is 8 x 4 texels. The four words of a leaf are packed together.
#        define ROWS(x, y)          ACTIVE(at, x, y), ACTIVE(at, x, y + 4)
#        define CELLS(x, y)         uvec4(ROWS(x, y), ROWS(x + 8, y))
#        define BITS_2X1(x, y, bit) ((CELLS(x, y) << bit) | (CELLS(x + 1, y) << (bit + 1)))
#        define BITS_2X2(x, y, bit) (BITS_2X1(x, y, bit) | BITS_2X1(x, y + 1, bit + 2))
#        define BITS_4X2(x, y, bit) (BITS_2X2(x, y, bit) | BITS_2X2(x + 2, y, bit + 4))
#        define BITS_4X4(x, y, bit) (BITS_4X2(x, y, bit) | BITS_4X2(x, y + 2, bit + 8))
uvec4 pack_leaf(ivec2 leaf) {
    vec2 at = place(leaf, 8, 4);
    return BITS_4X4(-8, -4, 0) | BITS_4X4(-4, -4, 16);
}
#    endif

// Masks bits that are no cells: beyond the base level, or in a tile without a slice.
uint mask_word(ivec2 leaf, int first) {
    uint mask = 0u;
    for (int bit = 0; bit < 32; bit++)
        mask |= uint(hpyr_is_cell(texel_of_bit(leaf, first + bit))) << uint(bit);
    return mask;
}
#else
uvec4 pack_leaf(ivec2 leaf) {
    return uvec4(pack_word(leaf, 0, WORD_BITS(0)), pack_word(leaf, 32, WORD_BITS(32)),
                 pack_word(leaf, 64, WORD_BITS(64)), pack_word(leaf, 96, WORD_BITS(96)));
}
#endif

void main() {
    ivec2 leaf = ivec2(gl_FragCoord.xy);
#ifdef HPYR_ONE_WORD
    o_bits = pack_word(leaf, 0, WORD_BITS(0));
#else
    o_bits = pack_leaf(leaf);
#endif
#if defined(HPYR_AROUND) && !defined(HPYR_EVEN)
    if (!hpyr_is_cell(texel_of_bit(leaf, 127)))
        o_bits &= uvec4(mask_word(leaf, 0), mask_word(leaf, 32), mask_word(leaf, 64), mask_word(leaf, 96));
#endif
}
