// Packs the discriminator's answers as bits, one leaf a fragment (see bits.glsl).
// u_layer: the layer of the texture of bits that is drawn.
// HPYR_SLICES: slices of a column in that layer; a constant, so that the loops unroll.
// HPYR_ROLLED: the discriminator is long, so the loops must not unroll: u_bits is the number of cells of a word.
// HPYR_CELL_BITS: more than 1: a cell gets as many bits as it has outputs, at most u_hpyr_most.
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

#if HPYR_ORDER != 4
// The first texel of a word: the lower left one of 8 x 4 texels, or of 32 in a row.
ivec2 texel_of_word(ivec2 leaf, int number) {
#    if HPYR_ORDER == 2
    return ivec2(leaf.x * 128 + 32 * number, leaf.y);
#    else
    return leaf * ivec2(16, 8) + ivec2((number >> 1) * 8, (number & 1) * 4);
#    endif
}
#endif

#if HPYR_CELL_BITS > 1
uniform uint u_hpyr_most;

#    if HPYR_ORDER == 1 && defined(HPYR_INPUT) && !defined(HPYR_INPUT_CELLS) && HPYR_KIND != 2
// As below: constant offsets from the middle of the leaf, which is 8 x 8, 8 x 4 or 4 x 4 texels. The four words of a leaf are packed
// together; they lie WORD_1 .. WORD_3 apart.
#        if HPYR_CELL_BITS == 2
#            define WORD_1 ivec2(4, 0)
#            define WORD_2 ivec2(0, 4)
#            define WORD_3 ivec2(4, 4)
#        elif HPYR_CELL_BITS == 4
#            define WORD_1 ivec2(0, 2)
#            define WORD_2 ivec2(4, 0)
#            define WORD_3 ivec2(4, 2)
#        else
#            define WORD_1 ivec2(2, 0)
#            define WORD_2 ivec2(0, 2)
#            define WORD_3 ivec2(2, 2)
#        endif
#        define TEXEL(to)          textureLodOffset(u_hpyr_input, at, 0.0, (to)-ivec2(4, 2))
#        define COUNT(to)          kept(first + (to), hpyr_count_of_texel(TEXEL(to)))
#        define COUNTS(to)         uvec4(COUNT(to), COUNT((to) + WORD_1), COUNT((to) + WORD_2), COUNT((to) + WORD_3))
#        define CELL(x, y, cell)   bits |= bits_of(COUNTS(ivec2(x, y))) << uint((cell)*HPYR_CELL_BITS);
#        define ROW(x, y, cell)    CELL(x, y, cell) CELL(x + 1, y, cell + 1)
#        define SQUARE(x, y, cell) ROW(x, y, cell) ROW(x, y + 1, cell + 2)

// What is read first and masked then takes no branch.
uint kept(ivec2 texel, uint count) {
    return hpyr_is_cell(texel) ? count : 0u;
}

uvec4 bits_of(uvec4 counts) {
    return (uvec4(1u) << min(counts, uvec4(u_hpyr_most))) - 1u;
}

uvec4 pack_leaf(ivec2 leaf) {
    ivec2 first = leaf * HPYR_LEAF;
    vec2 at = (vec2(first + ivec2(4, 2)) + 0.5) * u_hpyr_input_scale.xy;
    uvec4 bits = uvec4(0u);
    SQUARE(0, 0, 0)
#        if HPYR_CELL_BITS < 8
    if (u_layer > -1)
        SQUARE(2, 0, 4)
#        endif
#        if HPYR_CELL_BITS < 4
    if (u_layer > -2)
        SQUARE(0, 2, 8)
    if (u_layer > -3)
        SQUARE(2, 2, 12)
#        endif
    return bits;
}
#    else
uint pack_word(ivec2 leaf, int number) {
    int cells = 32 / HPYR_CELL_BITS;
    uint word = 0u;
#        ifdef HPYR_ROLLED
    cells = u_bits;
#        endif
    for (int i = 0; i < cells; i++) {
        int cell = number * (32 / HPYR_CELL_BITS) + i;
#        if HPYR_ORDER == 2
        ivec2 texel = leaf * HPYR_LEAF + ivec2(cell, 0);
#        else
        ivec2 texel = leaf * HPYR_LEAF + hpyr_morton_offset(cell);
#        endif
        word |= ((1u << min(hpyr_base_at(texel), u_hpyr_most)) - 1u) << uint(HPYR_CELL_BITS * i);
    }
    return word;
}

uvec4 pack_leaf(ivec2 leaf) {
    uvec4 bits = uvec4(0u);
    for (int number = 0; number < 4; number++)
        bits = uvec4(bits.yzw, pack_word(leaf, number));
    return bits;
}
#    endif
#elif HPYR_ORDER != 4 && defined(HPYR_INPUT) && !defined(HPYR_INPUT_CELLS) && HPYR_KIND != 2
// A leaf of a 2D input: constant offsets from the center of a texel, with a nearest filter, reach
// up to 16 x 8 texels, at a third of the cost of texelFetch on a software rasterizer. Compilers read
// everything that a statement reads before they use any of it, so a statement reads four texels. Some do
// so with a row of statements, too, but not across a branch. So there are branches that are always taken:
// u_layer is 0 here. Each has a constant of its own, because compilers join branches with the same condition.
#    define HPYR_AROUND

vec2 place(ivec2 leaf, int x, int y) {
    return (vec2(leaf * ivec2(HPYR_ORDER == 2 ? 128 : 16, HPYR_ORDER == 2 ? 1 : 8) + ivec2(x, y)) + 0.5) *
           u_hpyr_input_scale.xy;
}

#    define ACTIVE(at, x, y) min(hpyr_count_of_texel(textureLodOffset(u_hpyr_input, at, 0.0, ivec2(x, y))), 1u)

#    if HPYR_ORDER == 2
// Bit x of all eight groups of 16 texels comes first: reads far apart do not wait for one another.
#        define BITS(a, b, c, d, x) uvec4(ACTIVE(a, x, 0), ACTIVE(b, x, 0), ACTIVE(c, x, 0), ACTIVE(d, x, 0))
#        define LOW_BIT(x)          bits |= BITS(a, c, e, g, x) << (x + 2);
#        define HIGH_BIT(x)         bits |= BITS(b, d, f, h, x) << (x + 18);
#        define BITS_2(x)           LOW_BIT(x) HIGH_BIT(x) LOW_BIT(x + 1) HIGH_BIT(x + 1)
// Of every sixteen columns, four from column 4 i on.
uvec4 quarter_of_leaf(ivec2 leaf, int i) {
    int x = 4 * i + 2;
    vec2 a = place(leaf, x, 0), b = place(leaf, x + 16, 0), c = place(leaf, x + 32, 0), d = place(leaf, x + 48, 0),
         e = place(leaf, x + 64, 0), f = place(leaf, x + 80, 0), g = place(leaf, x + 96, 0),
         h = place(leaf, x + 112, 0);
    uvec4 bits = uvec4(0u);
    BITS_2(-2)
    BITS_2(0)
    return bits << (4 * i);
}

// The bits that are cells: all but those beyond the base level, or in a tile without a slice.
uint mask_of_word(ivec2 first) {
    int end = u_hpyr_size.x;
#        ifdef HPYR_VOLUME
    end = first.y < u_hpyr_unused.y ? end : u_hpyr_unused.x;
#        endif
    int count = first.y < u_hpyr_size.y ? clamp(end - first.x, 0, 32) : 0;
    return count == 0 ? 0u : 0xFFFFFFFFu >> (32 - count);
}
#    else
// A word is 8 x 4 texels. The four words of a leaf are packed together.
#        define ROWS(x, y)          ACTIVE(at, x, y), ACTIVE(at, x, y + 4)
#        define CELL(x, y, bit)     bits |= uvec4(ROWS(x, y), ROWS(x + 8, y)) << (bit);
#        define BITS_2X1(x, y, bit) CELL(x, y, bit) CELL(x + 1, y, bit + 1)
#        define BITS_2X2(x, y, bit) BITS_2X1(x, y, bit) BITS_2X1(x, y + 1, bit + 2)
#        define BITS_4X2(x, y, bit) BITS_2X2(x, y, bit) BITS_2X2(x + 2, y, bit + 4)
// Of each word, 4 x 2 texels that follow one another: bits 8 i and on.
uvec4 quarter_of_leaf(ivec2 leaf, int i) {
    vec2 at = place(leaf, 4 * (i >> 1) + 8, 2 * (i & 1) + 4);
    uvec4 bits = uvec4(0u);
    BITS_4X2(-8, -4, 0)
    return bits << (8 * i);
}

// The bits of the first columns of a word, and of its first rows.
uint columns_below(int end) {
    uint bits = 0u;
    for (int x = 0; x < 8; x++)
        bits |= x < end ? 0x505u << ((x & 1) | ((x & 2) << 1) | ((x & 4) << 2)) : 0u;
    return bits;
}

uint rows_below(int end) {
    uint bits = 0u;
    for (int y = 0; y < 4; y++)
        bits |= y < end ? 0x330033u << (((y & 1) << 1) | ((y & 2) << 2)) : 0u;
    return bits;
}

// The bits that are cells: all but those beyond the base level, or in a tile without a slice.
uint mask_of_word(ivec2 first) {
    ivec2 size = u_hpyr_size - first;
    uint mask = columns_below(size.x) & rows_below(size.y);
#        ifdef HPYR_VOLUME
    mask &= columns_below(u_hpyr_unused.x - first.x) | rows_below(u_hpyr_unused.y - first.y);
#        endif
    return mask;
}
#    endif

uvec4 pack_leaf(ivec2 leaf) {
    uvec4 bits = quarter_of_leaf(leaf, 0);
    if (u_layer > -1)
        bits |= quarter_of_leaf(leaf, 1);
    if (u_layer > -2)
        bits |= quarter_of_leaf(leaf, 2);
    if (u_layer > -3)
        bits |= quarter_of_leaf(leaf, 3);
    return bits;
}
#else
#    if HPYR_ORDER != 4
// Nothing is active where there is no cell, and a caller's function is never asked there.
bool is_active(ivec2 texel, ivec3 cell) {
#        if HPYR_KIND == 2
    return hpyr_is_cell(texel) && hpyr_count_at_cell(cell) > 0u;
#        else
    uint count = hpyr_count_at_cell(cell);
    return hpyr_is_cell(texel) && count > 0u;
#        endif
}
#    endif

uint pack_word(ivec2 leaf, int number, int bits) {
    uint word = 0u;
#    ifdef HPYR_ROLLED
    bits = min(bits, u_bits);
#    endif
#    if HPYR_ORDER == 4
    int z = 128 * u_layer + 32 * number;
#        if HPYR_KIND != 2 && defined(HPYR_VOLUME) && !defined(HPYR_INPUT_CELLS)
    ivec2 texel = hpyr_texel_of_cell(ivec3(leaf, z)), row = u_hpyr_volume.xy * ivec2(u_hpyr_volume.z, 1);
    for (int bit = 0; bit < bits; bit++) { // the same texel of each tile; divisions would tell it, too, but are slow
        word |= uint(hpyr_count_at_texel(texel) > 0u) << uint(bit);
        texel.x += u_hpyr_volume.x;
        if (texel.x >= row.x)
            texel += ivec2(-row.x, row.y);
    }
#        else
    for (int bit = 0; bit < bits; bit++)
        word |= uint(hpyr_count_at_cell(ivec3(leaf, z + bit)) > 0u) << uint(bit);
#        endif
#    elif HPYR_ORDER == 2
    ivec2 texel = texel_of_word(leaf, number);
    ivec3 cell = hpyr_cell_of_texel(texel);
    for (int bit = 0; bit < bits; bit++) {
        word |= uint(is_active(texel, cell)) << uint(bit);
        texel.x++;
        cell.x++;
#        ifdef HPYR_VOLUME
        if (cell.x == u_hpyr_volume.x) // divisions would tell the tile, too, but are slow
            cell = ivec3(0, cell.y, cell.z + 1);
#        endif
    }
#    else
    ivec2 first = texel_of_word(leaf, number);
    for (int bit = 0; bit < bits; bit++) {
        ivec2 texel = first + hpyr_morton_offset(bit);
        word |= uint(is_active(texel, hpyr_cell_of_texel(texel))) << uint(bit);
    }
#    endif
    return word;
}

#    if HPYR_ORDER == 4
#        define WORD_BITS(first) (HPYR_SLICES > first ? min(HPYR_SLICES - first, 32) : 0)
#    else
#        define WORD_BITS(first) 32
#    endif

uvec4 pack_leaf(ivec2 leaf) {
#    if HPYR_ORDER == 4 || !defined(HPYR_VOLUME)
    return uvec4(pack_word(leaf, 0, WORD_BITS(0)), pack_word(leaf, 1, WORD_BITS(32)), pack_word(leaf, 2, WORD_BITS(64)),
                 pack_word(leaf, 3, WORD_BITS(96)));
#    else
    // Compilers do not unroll a loop over words that are so long. A word goes in at the end of the leaf.
    uvec4 bits = uvec4(0u);
    for (int number = 0; number < 4; number++)
        bits = uvec4(bits.yzw, pack_word(leaf, number, 32));
    return bits;
#    endif
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
    o_bits &= uvec4(mask_of_word(texel_of_word(leaf, 0)), mask_of_word(texel_of_word(leaf, 1)),
                    mask_of_word(texel_of_word(leaf, 2)), mask_of_word(texel_of_word(leaf, 3)));
#endif
}
