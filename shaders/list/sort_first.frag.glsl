// First pass of a sort: runs of 32 items. A fragment sorts a block of 32 words, and writes it.
// Of pairs a block has sixteen, so two are sorted. Where one rises and the other one falls, the smaller
// pairs of both are bitonic, and so are the larger ones. A fragment writes the smaller ones or the others.
// A key behind the end of the list is the largest one, and its position is behind all others. A word there
// is the largest one: if the list has the same word, it does not matter which is which.
#include "list/input.glsl"
#include "list/length.glsl"
#include "list/sort_key.glsl"
#include "list/store_block.glsl"
#include "list/word.glsl"

uvec4 positions_of(int texel) {
    return uint(4 * texel) + uvec4(0u, 1u, 2u, 3u);
}

// Four keys, or words.
uvec4 load(int texel) {
    uvec4 bits = hpyr_input_texel(texel), positions = positions_of(texel);
    uvec4 keys = uvec4(hpyr_key(bits.x), hpyr_key(bits.y), hpyr_key(bits.z), hpyr_key(bits.w));
#ifdef HPYR_WORDS
    keys = (keys << u_position_bits) | (positions & u_position_mask);
#endif
    return hpyr_select4(uvec4(0xFFFFFFFFu), keys,
                        greaterThan(uvec4(hpyr_rest(texel, hpyr_length())), uvec4(0u, 1u, 2u, 3u)));
}

#ifdef HPYR_WORDS
void main() {
    int texel = hpyr_target_texel() * 8;
    hpyr_groups[0] = hpyr_group(load(texel), load(texel + 1));
    hpyr_groups[1] = hpyr_group(load(texel + 2), load(texel + 3));
    hpyr_groups[2] = hpyr_group(load(texel + 4), load(texel + 5));
    hpyr_groups[3] = hpyr_group(load(texel + 6), load(texel + 7));
    hpyr_sort_block(0);
    hpyr_store_block();
}
#else
void load_block(const int first, int texel) {
    hpyr_groups[first] = hpyr_group(load(texel), positions_of(texel));
    hpyr_groups[first + 1] = hpyr_group(load(texel + 1), positions_of(texel + 1));
    hpyr_groups[first + 2] = hpyr_group(load(texel + 2), positions_of(texel + 2));
    hpyr_groups[first + 3] = hpyr_group(load(texel + 3), positions_of(texel + 3));
    hpyr_sort_block(first);
}

// Of a group and one of the other block, backwards, keeps the smaller pairs or the larger ones.
void keep(const int group, bool larger) {
    hpyr_group a = hpyr_groups[group], b = hpyr_reversed(hpyr_groups[7 - group]);
    bvec4 takes_b = notEqual(hpyr_before(b, a), bvec4(larger));
    hpyr_groups[group] = hpyr_select(a, b, hpyr_which(takes_b, takes_b));
}

void main() {
    int number = hpyr_target_texel(), texel = (number & ~1) * 4;
    bool larger = (number & 1) != 0;
    load_block(0, texel);
    load_block(4, texel + 4);
    keep(0, larger);
    keep(1, larger);
    keep(2, larger);
    keep(3, larger);
    hpyr_merge_block(0);
    hpyr_store_block();
}
#endif
