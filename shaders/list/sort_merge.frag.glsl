// Merges two runs, a block of sixteen pairs or of 32 words a fragment. Here it is one of pairs; words have
// eight groups and the last one.
// Of the items before the block, `split` texels and 0 to 3 items more come from run a, the others from
// run b. Its sixteen pairs lie among five texels of a, from the split on, and five texels of b. Where
// pair x of a meets pair y of b with x + y = 15 + all pairs before, the smaller one belongs to the
// block; together they are a bitonic sequence, which a network sorts.
//
//     group            0      1      2      3      4
//     texels of a     a      a + 1  a + 2  a + 3  a + 4
//     texels of b     b + 4  b + 3  b + 2  b + 1  b        backwards: the first one meets the last one
//
// Items of a become larger from group to group, those of b smaller: so in groups before group `taken`
// all items of a belong to the block, in groups behind it all those of b, and only in that group they
// are compared. So six texels of keys and six of positions are fetched, or ten of words. Items of group 0
// that the block before has taken leave their places to those of the last group.
#include "list/items.glsl"
#include "list/runs.glsl"
#include "list/plane.glsl"
#include "list/store_block.glsl"
uniform usampler2DArray u_splits; // see sort_splits.frag.glsl
uniform vec4 u_splits_scale;
uniform ivec2 u_splits_row;

int first_a, first_b, taken; // texels a and b of the drawing above, and the group that is compared
hpyr_four other;             // items of b in that group
bool has_a;                  // whether that group has items of a

// Finds where a block begins in run a, and sets `taken`. It has one split of four texels, or two.
int find_split(int block) {
    int number = block * (HPYR_FOURS / 4), texel = number >> 3;
    vec2 at = vec2(texel & u_splits_row.x, texel >> u_splits_row.y) * u_splits_scale.xy + u_splits_scale.zw;
    uvec4 splits = textureLod(u_splits, vec3(at, float((number >> 2) & 1)), 0.0);
    uint found = hpyr_entry_of(splits, number & 3);
    taken = int(found >> 28);
#ifdef HPYR_WORDS
    taken += int(hpyr_entry_of(splits, (number & 3) + 1) >> 28);
#endif
    return int(found & 0x0FFFFFFFu);
}

hpyr_four fetched(int texel) {
    hpyr_four four;
    four.keys = hpyr_items(texel);
#ifndef HPYR_WORDS
    four.positions = hpyr_positions(texel);
#endif
    return four;
}

// The items of a group: those of a, or behind group `taken` those of b.
hpyr_four group_of(const int group) {
    bool is_b = group > taken;
    hpyr_four four = fetched(is_b ? first_b + HPYR_FOURS - group : first_a + group);
    return hpyr_select(four, hpyr_reversed(four), bvec4(is_b));
}

// The same, compared with the items of b if it is that group.
hpyr_four smaller(const int group, hpyr_four four) {
    uvec4 larger = uvec4(greaterThan(four.keys, other.keys));
    return hpyr_select(four, other, bvec4((has_a ? larger : uvec4(1u)) * uint(group == taken)));
}

void take(const int group) {
    hpyr_fours[group] = smaller(group, group_of(group));
}

void main() {
    int number = hpyr_target_texel(), place = hpyr_find_runs(number * HPYR_FOURS);
    int split = find_split(number), b = place - split - 1;
    first_a = hpyr_first + split;
    first_b = hpyr_first + u_run + b;
    has_a = split + taken < hpyr_length_a;
    other = hpyr_reversed(fetched(first_b + HPYR_FOURS - taken));
    if (b + HPYR_FOURS - taken >= hpyr_length_b)
        other.keys = uvec4(0xFFFFFFFFu);

    hpyr_four first = group_of(0), last = group_of(HPYR_FOURS);
    uvec4 keys_b = taken == HPYR_FOURS ? other.keys : last.keys;
    uvec4 before = uvec4(lessThanEqual(first.keys, keys_b)) * uint(b >= 0 && split < hpyr_length_a);
    bvec4 is_past = bvec4(before.xyz, 0u);
    hpyr_fours[0] = hpyr_select(smaller(0, first), smaller(HPYR_FOURS, last), is_past);
    take(1);
    take(2);
    take(3);
#ifdef HPYR_WORDS
    take(4);
    take(5);
    take(6);
    take(7);
#endif
    hpyr_merge_block();
    hpyr_store_block();
}
