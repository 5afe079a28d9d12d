// First pass of a sort: runs of 32 pairs, of which a fragment writes 16. It sorts two blocks; then the
// smaller ones of both are a bitonic block, and so are the larger ones.
// A key behind the end of the list is the largest one, and its position is behind all others.
#include "list/input.glsl"
#include "list/length.glsl"
#include "list/sort_key.glsl"
#include "list/store_block.glsl"

void load(inout hpyr_block block, const int vector, int texel) {
    uvec4 bits = hpyr_input_texel(texel), positions = uint(4 * texel) + uvec4(0u, 1u, 2u, 3u);
    uvec4 keys = uvec4(hpyr_key(bits.x), hpyr_key(bits.y), hpyr_key(bits.z), hpyr_key(bits.w));
    block.keys[vector] = hpyr_select4(uvec4(0xFFFFFFFFu), keys, lessThan(positions, uvec4(hpyr_length())));
    block.positions[vector] = positions;
}

hpyr_block sorted_block(int texel) {
    hpyr_block block;
    load(block, 0, texel);
    load(block, 1, texel + 1);
    load(block, 2, texel + 2);
    load(block, 3, texel + 3);
    hpyr_sort_block(block);
    return block;
}

// Of two sorted vectors, one of them backwards, keeps the smaller pairs or the larger ones.
void keep(inout hpyr_block a, hpyr_block b, const int vector, bool larger) {
    uvec4 keys = b.keys[3 - vector].wzyx, positions = b.positions[3 - vector].wzyx;
    bvec4 b_first = hpyr_before4(keys, a.keys[vector], positions, a.positions[vector]);
    bvec4 take_b = notEqual(b_first, bvec4(larger));
    a.keys[vector] = hpyr_select4(a.keys[vector], keys, take_b);
    a.positions[vector] = hpyr_select4(a.positions[vector], positions, take_b);
}

void main() {
    int number = hpyr_target_texel(), first = (number & ~1) * 4;
    bool larger = (number & 1) != 0;
    hpyr_block a = sorted_block(first), b = sorted_block(first + 4);
    keep(a, b, 0, larger);
    keep(a, b, 1, larger);
    keep(a, b, 2, larger);
    keep(a, b, 3, larger);
    hpyr_merge_block(a);
    hpyr_store_block(a);
}
