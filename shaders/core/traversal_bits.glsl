// PointList Builder (Ziegler et al. 2006, section 6) of layout BITS. The traversal fetches twice a
// level, for sixteen children, and then finds the k-th set bit of a leaf. The rank starts with the
// set bits before the cell's own and ascends. For the nodes see reduce_bits.frag.glsl.
// HPYR_TOP: the top level; leaves are level 0.  HPYR_ORDER: the key order, a value of hpyr_order.
// HPYR_ROW_LEVELS: the highest level whose nodes are rows, in LINE order.
#include "core/cell.glsl"
#include "core/morton.glsl"
#include "core/nodes_bits.glsl"
#include "core/popcount.glsl"
#include "core/bits.glsl"

uniform usampler2DArray u_hpyr_odd;
uniform usampler2DArray u_hpyr_even;
uniform vec4 u_hpyr_levels[HPYR_TOP + 1]; // center of each level's first texel; its size

ivec2 hpyr_shape_of(int level) {
#if HPYR_ORDER == 2
    return level <= HPYR_ROW_LEVELS ? ivec2(16, 1) : ivec2(1, 16);
#else
    return ivec2(4);
#endif
}

uvec4 hpyr_node(ivec2 node, int level, int part) {
    ivec3 at = ivec3(ivec2(u_hpyr_levels[level].xy) + node, part);
    if ((level & 1) != 0)
        return texelFetch(u_hpyr_odd, at, 0);
    return texelFetch(u_hpyr_even, at, 0);
}

// Returns which of four children the key falls into, and makes the key relative to it. `sums` are
// the sums of the first one, two and three children.
int hpyr_descend(uvec3 sums, inout uint key) {
    bvec3 passed = greaterThanEqual(uvec3(key), sums);
    key -= passed.z ? sums.z : passed.y ? sums.y : passed.x ? sums.x : 0u;
    return int(passed.x) + int(passed.y) + int(passed.z);
}

// Returns the sum of the children before number `index` of four.
uint hpyr_before(uvec3 sums, int index) {
    return index == 0 ? 0u : index == 1 ? sums.x : index == 2 ? sums.y : sums.z;
}

// Returns the position of the k-th set bit, counted from 0, by halving the word.
int hpyr_select_bit(uint word, uint k) {
    uint pairs = word - ((word >> 1) & 0x55555555u);
    uint nibbles = (pairs & 0x33333333u) + ((pairs >> 2) & 0x33333333u);
    uint bytes = (nibbles + (nibbles >> 4)) & 0x0F0F0F0Fu;
    uint running = bytes * 0x01010101u; // byte i counts the set bits of bytes 0 to i
    uint at = 0u;
    uint count = (running >> 8) & 0xFFu; // set bits of the lower half
    if (k >= count) {
        k -= count;
        at = 16u;
    }
    count = (bytes >> at) & 0xFFu;
    if (k >= count) {
        k -= count;
        at += 8u;
    }
    count = (nibbles >> at) & 0xFu;
    if (k >= count) {
        k -= count;
        at += 4u;
    }
    count = (pairs >> at) & 3u;
    if (k >= count) {
        k -= count;
        at += 2u;
    }
    return int(at + (k >= ((word >> at) & 1u) ? 1u : 0u));
}

// Converts bit `bit` of `leaf` to the cell that it stands for; the next function converts back.
ivec3 hpyr_cell_of_bit(ivec2 leaf, int bit) {
#if HPYR_ORDER == 4
    return ivec3(leaf, bit);
#elif HPYR_ORDER == 2
    return hpyr_cell_of_texel(leaf * HPYR_LEAF + ivec2(bit / HPYR_CELL_BITS, 0));
#else
    return hpyr_cell_of_texel(leaf * HPYR_LEAF + hpyr_morton_offset(bit / HPYR_CELL_BITS));
#endif
}

ivec2 hpyr_leaf_of_cell(ivec3 cell, out int bit) {
#if HPYR_ORDER == 4
    bit = cell.z;
    return cell.xy;
#elif HPYR_ORDER == 2
    ivec2 texel = hpyr_texel_of_cell(cell), leaf = texel / HPYR_LEAF;
    bit = (texel.x - leaf.x * HPYR_LEAF.x) * HPYR_CELL_BITS;
    return leaf;
#else
    ivec2 texel = hpyr_texel_of_cell(cell);
    bit = hpyr_morton_index(texel & (HPYR_LEAF - 1)) * HPYR_CELL_BITS;
    return texel / HPYR_LEAF;
#endif
}

uint hpyr_word_of(uvec4 words, int index) {
    return index == 0 ? words.x : index == 1 ? words.y : index == 2 ? words.z : words.w;
}

uvec4 hpyr_select(uint key) {
    ivec2 node = ivec2(0);
    for (int level = HPYR_TOP; level >= 1; level--) {
        ivec2 shape = hpyr_shape_of(level);
        int quad = hpyr_descend(hpyr_node(node, level, 0).yzw, key);
        int child = 4 * quad + hpyr_descend(hpyr_node(node, level, 1 + quad).yzw, key);
        node = node * shape + hpyr_child_offset(child, shape);
    }
    uvec4 words = hpyr_leaf(node, 0);
    uvec4 counts = hpyr_popcounts(words);
    int first = 0;
#if HPYR_LAYERS > 1
    for (int layer = 1; layer < HPYR_LAYER_COUNT; layer++) {
        uint count = counts.x + counts.y + counts.z + counts.w;
        uvec4 next = hpyr_leaf(node, layer); // outside of the branch, see nodes_mip.glsl
        if (key >= count) {
            key -= count;
            words = next;
            counts = hpyr_popcounts(next);
            first = 128 * layer;
        } else {
            break;
        }
    }
#endif
    counts.y += counts.x;
    counts.z += counts.y;
    int index = hpyr_descend(counts.xyz, key);
    int bit = first + 32 * index + hpyr_select_bit(hpyr_word_of(words, index), key);
    return uvec4(hpyr_cell_of_bit(node, bit), bit & (HPYR_CELL_BITS - 1));
}

// Counts the set bits of the leaf before bit number `bit`.
uint hpyr_leaf_rank(ivec2 leaf, int bit) {
    int last = bit >> 7, word = (bit >> 5) & 3;
    uint key = 0u;
#if HPYR_LAYERS > 8
    for (int layer = 0; layer <= last; layer++) {
#else
    for (int layer = 0; layer < HPYR_LAYERS; layer++) {
#endif
        uvec4 words = hpyr_leaf(leaf, layer);
        uvec4 masks = uvec4(layer < last ? 0xFFFFFFFFu : 0u);
        if (layer == last) {
            uint below = (1u << uint(bit & 31)) - 1u;
            masks = uvec4(word > 0 ? 0xFFFFFFFFu : below,
                          word > 1    ? 0xFFFFFFFFu
                          : word == 1 ? below
                                      : 0u,
                          word > 2    ? 0xFFFFFFFFu
                          : word == 2 ? below
                                      : 0u,
                          word == 3 ? below : 0u);
        }
        key += hpyr_popcount(words & masks);
    }
    return key;
}

uint hpyr_first_output(ivec3 cell) {
    int bit;
    ivec2 node = hpyr_leaf_of_cell(cell, bit);
    uint key = hpyr_leaf_rank(node, bit);
    for (int level = 1; level <= HPYR_TOP; level++) {
        ivec2 shape = hpyr_shape_of(level);
        ivec2 parent = node / shape;
        int child = hpyr_child_index(node - parent * shape);
        node = parent;
        key += hpyr_before(hpyr_node(node, level, 0).yzw, child >> 2) +
               hpyr_before(hpyr_node(node, level, 1 + (child >> 2)).yzw, child & 3);
    }
    return key;
}

uint hpyr_outputs(ivec3 cell) {
    int bit;
    ivec2 leaf = hpyr_leaf_of_cell(cell, bit);
    uint bits = hpyr_word_of(hpyr_leaf(leaf, bit >> 7), (bit >> 5) & 3) >> uint(bit & 31);
#if HPYR_CELL_BITS == 1
    return bits & 1u;
#else
    return hpyr_popcount(uvec4(bits & ((1u << HPYR_CELL_BITS) - 1u), 0u, 0u, 0u));
#endif
}
