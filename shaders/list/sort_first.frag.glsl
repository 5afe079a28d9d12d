// First pass of a sort: runs of 32 items. A fragment sorts a block of 32 words, and writes it.
// Of pairs a block has sixteen. A run is two blocks, and a fragment writes the smaller pairs of both or the
// larger ones. It sorts the first block, and then brings in the pairs of the second one, eight at a time,
// each time putting the larger pairs away: so few pairs are in registers at once. Where the larger pairs
// are to be written, all bits are inverted until then.
// A key behind the end of the list is the largest one, and its position is behind all others. A word there
// is the largest one: if the list has the same word, it does not matter which is which.
#include "list/input.glsl"
#include "list/length.glsl"
#include "list/sort_key.glsl"
#include "list/order.glsl"
#include "list/word.glsl"

// Four keys, or words.
uvec4 load(int texel) {
    uvec4 bits = hpyr_input_texel(texel);
    uvec4 keys = uvec4(hpyr_key(bits.x), hpyr_key(bits.y), hpyr_key(bits.z), hpyr_key(bits.w));
#ifdef HPYR_WORDS
    uvec4 positions = uint(4 * texel) + uvec4(0u, 1u, 2u, 3u);
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
    hpyr_sort_block();
    hpyr_store_block();
}
#else
// Loads the pairs of a texel, whose first one has the number `place` in the run. `turn` has the bits that are inverted.
void load_group(const int group, int texel, uint place, uint turn) {
    hpyr_groups[group] = hpyr_group(load(texel) ^ turn, (place + uvec4(0u, 1u, 2u, 3u)) ^ (turn & 31u));
}

// Inverts bits back, and makes places in the run positions.
void turn_group(const int group, uint turn, uint start) {
    hpyr_groups[group].first ^= turn;
    hpyr_groups[group].second = (hpyr_groups[group].second ^ (turn & 31u)) + start;
}

// Of the sorted block and of the sorted groups 4 and 5, puts the smaller pairs into the block, where they are bitonic. `places` are
// those of the block, five bits each.
void keep_smaller(uvec4 places) {
    hpyr_reverse(4, 5);
    hpyr_groups[2].second = places >> 10 & 31u;
    hpyr_order(2, 4);
    hpyr_groups[3].second = places >> 15;
    hpyr_order(3, 5);
    hpyr_groups[0].second = places & 31u;
    hpyr_groups[1].second = places >> 5 & 31u;
}

void main() {
    int number = hpyr_target_texel(), texel = (number & ~1) * 4;
    uint turn = (number & 1) != 0 ? 0xFFFFFFFFu : 0u, start = uint(4 * texel);
    load_group(0, texel, 0u, turn);
    load_group(1, texel + 1, 4u, turn);
    load_group(2, texel + 2, 8u, turn);
    load_group(3, texel + 3, 12u, turn);
    hpyr_sort_block();
    for (uint i = 2u; i < 4u; i++) { // eight pairs
        uvec4 places = hpyr_groups[0].second | (hpyr_groups[1].second << 5) | (hpyr_groups[2].second << 10) |
                       (hpyr_groups[3].second << 15);
        load_group(4, texel + 2 * int(i), 8u * i, turn);
        load_group(5, texel + 2 * int(i) + 1, 8u * i + 4u, turn);
        hpyr_sort_groups(4, 5);
        keep_smaller(places);
        uint back = i == 3u ? turn : 0u, positions = i == 3u ? start : 0u;
        turn_group(0, back, positions);
        turn_group(1, back, positions);
        turn_group(2, back, positions);
        turn_group(3, back, positions);
        hpyr_merge_block();
    }
    hpyr_store_block();
}
#endif
