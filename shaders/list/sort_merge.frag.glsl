// Merges two runs, a block of sixteen pairs a fragment.
// Of the pairs before the block, `split` texels and 0 to 3 pairs more come from run a, the others from
// run b. Its sixteen pairs lie among five texels of a, from the split on, and five texels of b. Where
// pair x of a meets pair y of b with x + y = 15 + all pairs before, the smaller one belongs to the
// block; together they are a bitonic sequence, which a network sorts.
//
//     group            0      1      2      3      4
//     texels of a     a      a + 1  a + 2  a + 3  a + 4
//     texels of b     b + 4  b + 3  b + 2  b + 1  b        backwards: the first one meets the last one
//
// Pairs of a become larger from group to group, those of b smaller: so in groups before group `taken`
// all pairs of a belong to the block, in groups behind it all those of b, and only in that group they
// are compared. So six texels of keys and six of positions are fetched. Pairs of group 0 that the
// block before has taken leave their places to those of group 4.
#include "list/pairs.glsl"
#include "list/runs.glsl"
#include "list/plane.glsl"
#include "list/store_block.glsl"
uniform usampler2DArray u_splits; // see sort_splits.frag.glsl
uniform vec4 u_splits_scale;
uniform ivec2 u_splits_row;

int first_a, first_b, taken;       // texels a and b of the drawing above, and the group that is compared
uvec4 other_keys, other_positions; // pairs of b in that group
bool has_a;                        // whether that group has pairs of a

uint split_of(int block) {
    int texel = block >> 3, entry = block & 3;
    vec2 at = vec2(texel & u_splits_row.x, texel >> u_splits_row.y) * u_splits_scale.xy + u_splits_scale.zw;
    uvec4 splits = textureLod(u_splits, vec3(at, float((block >> 2) & 1)), 0.0);
    return hpyr_entry_of(splits, entry);
}

int texel_of(const int group) {
    return group > taken ? first_b + 4 - group : first_a + group;
}

uvec4 turned(const int group, uvec4 texel) {
    return group > taken ? texel.wzyx : texel;
}

// Where pairs of b belong to the block, in the group that is compared.
bvec4 takes_b(const int group, uvec4 keys_a) {
    uvec4 larger = uvec4(greaterThan(keys_a, other_keys));
    return bvec4((has_a ? larger : uvec4(1u)) * uint(group == taken));
}

void take(inout hpyr_block block, const int vector, const int group, uvec4 texel) {
    uvec4 keys = turned(group, texel);
    bvec4 from_b = takes_b(group, keys);
    uvec4 positions = turned(group, hpyr_positions(texel_of(group)));
    block.keys[vector] = hpyr_select4(keys, other_keys, from_b);
    block.positions[vector] = hpyr_select4(positions, other_positions, from_b);
}

void main() {
    int number = hpyr_target_texel(), place = hpyr_find_runs(number * 4);
    uint found = split_of(number);
    int split = int(found & 0x0FFFFFFFu), b = place - split - 1;
    taken = int(found >> 28);
    first_a = hpyr_first + split;
    first_b = hpyr_first + u_run + b;
    has_a = split + taken < hpyr_length_a;
    bool has_b = b + 4 - taken < hpyr_length_b;
    int other = first_b + 4 - taken;
    other_keys = has_b ? hpyr_keys(other).wzyx : uvec4(0xFFFFFFFFu);
    other_positions = hpyr_positions(other).wzyx;

    hpyr_block block, last;
    uvec4 keys0 = hpyr_keys(texel_of(0)), keys4 = hpyr_keys(texel_of(4));
    take(block, 0, 0, keys0);
    take(block, 1, 1, hpyr_keys(texel_of(1)));
    take(block, 2, 2, hpyr_keys(texel_of(2)));
    take(block, 3, 3, hpyr_keys(texel_of(3)));
    take(last, 0, 4, keys4);
    uvec4 keys_b = taken == 4 ? other_keys : keys4.wzyx;
    uvec4 before = uvec4(lessThanEqual(keys0, keys_b)) * uint(b >= 0 && split < hpyr_length_a);
    bvec4 is_past = bvec4(before.xyz, 0u);
    block.keys[0] = hpyr_select4(block.keys[0], last.keys[0], is_past);
    block.positions[0] = hpyr_select4(block.positions[0], last.positions[0], is_past);
    hpyr_merge_block(block);
    hpyr_store_block(block);
}
