// Merge path (O. Green, R. McColl, D. A. Bader, "GPU merge path", 2012): for the first n items of two
// merged runs, how many of them come from run a. A split is found for every four texels. A fragment finds
// eight of them: the first one by bisection, the next ones step by step.
// A split counts whole texels of run a. `a` texels are taken if the last item of texel a - 1 does not
// come behind the first item of the texel of run b that completes n. Of equal keys those of a come
// first, since they stood first.
// An entry is a split, and from bit 28 on how many of the next four texels come from run a: 0 to 4.
#include "list/items.glsl"
#include "list/runs.glsl"
#include "list/plane.glsl"
layout(location = 0) out uvec4 o_splits0;
layout(location = 1) out uvec4 o_splits1;
int place, split;
uint last_a, first_b; // keys or words: of the texel of a that comes next, and of that of b

void bisect() {
    int low = max(0, place - hpyr_length_b), high = min(place, hpyr_length_a);
    while (low < high) {
        int middle = (low + high + 1) >> 1;
        bool is_taken = hpyr_items(hpyr_first + middle - 1).w <= hpyr_items(hpyr_first + u_run + place - middle).x;
        low = is_taken ? middle : low;
        high = is_taken ? high : middle - 1;
    }
    split = low;
}

void look() {
    last_a = hpyr_items(hpyr_first + split).w;
    first_b = hpyr_items(hpyr_first + u_run + place - split).x;
}

void advance() {
    bool is_taken = split < hpyr_length_a && (place - split >= hpyr_length_b || last_a <= first_b);
    split += int(is_taken);
    place++;
    uvec4 items = hpyr_items(is_taken ? hpyr_first + split : hpyr_first + u_run + place - split);
    last_a = is_taken ? items.w : last_a;
    first_b = is_taken ? first_b : items.x;
}

uint split_of_texels() {
    int start = split;
    advance();
    advance();
    advance();
    advance();
    return uint(start | ((split - start) << 28));
}

uvec4 splits_of_four() {
    uint a = split_of_texels(), b = split_of_texels(), c = split_of_texels(), d = split_of_texels();
    return uvec4(a, b, c, d);
}

void main() {
    int texel = hpyr_target_texel() * 32;
    place = hpyr_find_runs(texel);
    bisect();
    look();
    o_splits0 = splits_of_four();
    if (u_run == 8) { // sixteen texels are two whole runs: the next ones begin
        place = hpyr_find_runs(texel + 16);
        split = 0;
        look();
    }
    o_splits1 = splits_of_four();
}
