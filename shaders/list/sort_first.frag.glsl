// First pass of a sort: runs of 32 items, eight vectors. It sorts both halves; where one rises and the
// other one falls, the smaller ones of both are bitonic, and so are the larger ones.
// A fragment writes all 32 words. Of pairs it writes the smaller sixteen, or the larger ones.
// A key behind the end of the list is the largest one, and its position is behind all others. A word
// there is the largest one: if there is an equal one in the list, it does not matter which is which.
#include "list/input.glsl"
#include "list/length.glsl"
#include "list/sort_key.glsl"
#include "list/store_block.glsl"
#include "list/word.glsl"

void load(const int four, int texel) {
    uvec4 bits = hpyr_input_texel(texel), positions = uint(4 * texel) + uvec4(0u, 1u, 2u, 3u);
    uvec4 keys = uvec4(hpyr_key(bits.x), hpyr_key(bits.y), hpyr_key(bits.z), hpyr_key(bits.w));
#ifdef HPYR_WORDS
    keys = (keys << u_position_bits) | (positions & u_position_mask);
#else
    hpyr_fours[four].positions = positions;
#endif
    hpyr_fours[four].keys = hpyr_select_uvec4(uvec4(0xFFFFFFFFu), keys, lessThan(positions, uvec4(hpyr_length())));
}

#ifndef HPYR_WORDS
// Of two vectors, keeps the smaller pairs or the larger ones.
void keep(const int four, bool larger) {
    hpyr_four a = hpyr_fours[four], b = hpyr_fours[four + 4];
    hpyr_fours[four] = hpyr_select(a, b, notEqual(hpyr_before(b, a), bvec4(larger)));
}
#endif

void main() {
    int number = hpyr_target_texel();
    int first = (HPYR_FOURS == 8 ? number : number >> 1) * 8;
    load(0, first);
    load(1, first + 1);
    load(2, first + 2);
    load(3, first + 3);
    load(4, first + 4);
    load(5, first + 5);
    load(6, first + 6);
    load(7, first + 7);
    hpyr_sort_half(0);
    hpyr_sort_half(4);
    hpyr_reverse(4, 7);
    hpyr_reverse(5, 6);
#ifndef HPYR_WORDS
    bool larger = (number & 1) != 0;
    keep(0, larger);
    keep(1, larger);
    keep(2, larger);
    keep(3, larger);
#endif
    hpyr_merge_block();
    hpyr_store_block();
}
