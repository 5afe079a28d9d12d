// Where the blocks of two merged runs begin: how many of the groups before them come from run a (runs.glsl). The splits of eight blocks
// are found by a fragment: the first one by bisection, the next ones step by step.
// An entry is a split, and from bit 28 on how many groups its block takes from run a: 0 to 4.
#include "list/items.glsl"
#include "list/runs.glsl"
#include "list/plane.glsl"
layout(location = 0) out uvec4 o_splits0;
layout(location = 1) out uvec4 o_splits1;
int place, split;
uint last_a, first_b; // keys or words: of the group of a that comes next, and of that of b

void look() {
    last_a = hpyr_last_of_a(split);
    first_b = hpyr_first_of_b(place - split);
}

void advance() {
    bool is_taken = split < hpyr_length_a && (place - split >= hpyr_length_b || last_a <= first_b);
    split += int(is_taken);
    place++;
    int group = hpyr_first + (is_taken ? split : u_run + place - split);
    uvec4 items = hpyr_items(group, is_taken ? u_are_words : 0);
    last_a = is_taken ? items.w : last_a;
    first_b = is_taken ? first_b : items.x;
}

uint split_of_block() {
    int start = split;
    advance();
    advance();
    advance();
    advance();
    return uint(start | ((split - start) << 28));
}

// The splits of the two blocks from a group on. If their runs are as short, the next ones begin.
uvec2 splits_of_two(int group) {
    if (place == 2 * u_run) {
        place = hpyr_find_runs(group);
        split = 0;
        look();
    }
    uint a = split_of_block(), b = split_of_block();
    return uvec2(a, b);
}

void main() {
    int group = hpyr_target_texel() * 32;
    place = hpyr_find_runs(group);
    split = hpyr_split_between(0, place, place);
    look();
    uvec2 a = splits_of_two(group), b = splits_of_two(group + 8);
    o_splits0 = uvec4(a, b);
    a = splits_of_two(group + 16);
    b = splits_of_two(group + 24);
    o_splits1 = uvec4(a, b);
}
