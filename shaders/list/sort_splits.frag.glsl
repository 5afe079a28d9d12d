// Merge path (O. Green, R. McColl, D. A. Bader, "GPU merge path", 2012): for the first n groups of two
// merged runs, how many of them come from run a. The splits of eight blocks are found by a fragment:
// the first one by bisection, the next ones step by step.
// A split counts whole groups of run a. `a` groups are taken if the last item of group a - 1 does not
// come behind the first item of the group of run b that completes n. Of equal keys those of a come
// first, since they stood first.
// An entry is a split, and from bit 28 on how many groups its block takes from run a: 0 to 4.
#include "list/items.glsl"
#include "list/runs.glsl"
#include "list/plane.glsl"
layout(location = 0) out uvec4 o_splits0;
layout(location = 1) out uvec4 o_splits1;
int place, split;
uint last_a, first_b; // keys or words: of the group of a that comes next, and of that of b

uint last_of_a(int group) {
    return hpyr_items(hpyr_first + group, u_are_words).w;
}

uint first_of_b(int group) {
    return hpyr_items(hpyr_first + u_run + group, 0).x;
}

void bisect() {
    int low = max(0, place - hpyr_length_b), high = min(place, hpyr_length_a);
    while (low < high) {
        int middle = (low + high + 1) >> 1;
        bool is_taken = last_of_a(middle - 1) <= first_of_b(place - middle);
        low = is_taken ? middle : low;
        high = is_taken ? high : middle - 1;
    }
    split = low;
}

void look() {
    last_a = last_of_a(split);
    first_b = first_of_b(place - split);
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
    bisect();
    look();
    uvec2 a = splits_of_two(group), b = splits_of_two(group + 8);
    o_splits0 = uvec4(a, b);
    a = splits_of_two(group + 16);
    b = splits_of_two(group + 24);
    o_splits1 = uvec4(a, b);
}
