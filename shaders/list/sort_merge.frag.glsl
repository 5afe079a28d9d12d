// Merges two runs, a block of four groups a fragment. Of pairs a group has four items, and of words eight.
// Of the items before the block, `split` groups and less than a group more come from run a, the others
// from run b. Its items lie among five groups of a, from the split on, and five groups of b. Of pairs:
// where pair x of a meets pair y of b with x + y = 15 + all pairs before, the smaller one belongs to the
// block; together they are a bitonic sequence, which a network sorts.
//
//     column           0      1      2      3      4
//     groups of a     a      a + 1  a + 2  a + 3  a + 4
//     groups of b     b + 4  b + 3  b + 2  b + 1  b        backwards: the first one meets the last one
//
// Items of a become larger from column to column, those of b smaller: so in columns before column `taken`
// all items of a belong to the block, in columns behind it all those of b, and only in that column they
// are compared. So six groups are fetched. Items of column 0 that the block before has taken leave their
// places to those of column 4.
// HPYR_SEARCHES: a block finds its split by itself; else sort_splits.frag.glsl has found it.
#include "list/items.glsl"
#include "list/runs.glsl"
#include "list/plane.glsl"
#include "list/order.glsl"

int first_a, first_b, taken; // groups a and b of the drawing above, and the column that is compared
hpyr_group other;            // items of b in that column
bool has_a;                  // whether that column has items of a

// Returns the split of a block, and finds how many groups it takes from run a.
#ifdef HPYR_SEARCHES
int find_split(int block, int place) {
    int split = hpyr_split_between(0, place, place);
    taken = hpyr_split_between(split, split + 4, place + 4) - split;
    return split;
}
#else
uniform usampler2DArray u_splits; // see sort_splits.frag.glsl
uniform vec4 u_splits_scale;
uniform ivec2 u_splits_row;

int find_split(int block, int place) {
    int texel = block >> 3, entry = block & 3;
    vec2 at = vec2(texel & u_splits_row.x, texel >> u_splits_row.y) * u_splits_scale.xy + u_splits_scale.zw;
    uint found = hpyr_entry_of(textureLod(u_splits, vec3(at, float((block >> 2) & 1)), 0.0), entry);
    taken = int(found >> 28);
    return int(found & 0x0FFFFFFFu);
}
#endif

hpyr_group fetched(int group) {
    return hpyr_group(hpyr_items(group, 0), hpyr_items(group, 1));
}

hpyr_which all_of(bool is) {
    return hpyr_which(bvec4(is), bvec4(is));
}

// The items of a in a column, or behind column `taken` those of b.
hpyr_group column_of(const int column) {
    bool is_b = column > taken;
    hpyr_group items = fetched(is_b ? first_b + 4 - column : first_a + column);
    return hpyr_select(items, hpyr_reversed(items), all_of(is_b));
}

// In column `taken`, takes the smaller items of a and of b.
hpyr_group smaller(const int column, hpyr_group items) {
    hpyr_which larger = hpyr_larger(items, other);
    uvec4 always = uvec4(!has_a);
    uint is_compared = uint(column == taken);
    return hpyr_select(items, other,
                       hpyr_which(bvec4((uvec4(larger.first) | always) * is_compared),
                                  bvec4((uvec4(larger.second) | always) * is_compared)));
}

void main() {
    int number = hpyr_target_texel(), place = hpyr_find_runs(number * 4);
    int split = find_split(number, place), b = place - split - 1;
    first_a = hpyr_first + split;
    first_b = hpyr_first + u_run + b;
    has_a = split + taken < hpyr_length_a;
    other = hpyr_reversed(fetched(first_b + 4 - taken));
    if (b + 4 - taken >= hpyr_length_b)
        other = hpyr_group(uvec4(0xFFFFFFFFu), uvec4(0xFFFFFFFFu));

    hpyr_group first = column_of(0), last = column_of(4);
    hpyr_group last_b = hpyr_select(last, other, all_of(taken == 4));
    hpyr_which stays = hpyr_larger(first, last_b);
    uvec4 all = uvec4(b < 0 || split >= hpyr_length_a);
    stays = hpyr_which(bvec4(uvec4(stays.first) | all), bvec4(uvec4(stays.second) | all));
    hpyr_groups[0] = hpyr_select(smaller(4, last), smaller(0, first), stays);
    hpyr_groups[1] = smaller(1, column_of(1));
    hpyr_groups[2] = smaller(2, column_of(2));
    hpyr_groups[3] = smaller(3, column_of(3));
    hpyr_merge_block();
    hpyr_store_block();
}
