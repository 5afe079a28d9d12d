// Two sorted runs, one behind the other, that a pass merges. All lengths are counted in groups: see
// items.glsl.
uniform int u_run;   // length of a run
uniform int u_total; // of all items
int hpyr_first;      // the group where the two runs begin; the second one begins u_run later
int hpyr_length_a;   // of the first run, and of the second one: the last ones may be shorter
int hpyr_length_b;

// Finds the runs of a group, and returns the group's place in both together.
int hpyr_find_runs(int group) {
    hpyr_first = group & ~(2 * u_run - 1);
    hpyr_length_a = min(u_run, u_total - hpyr_first);
    hpyr_length_b = clamp(u_total - hpyr_first - u_run, 0, u_run);
    return group - hpyr_first;
}

// The last key, or word, of a group of the first run, and the first one of a group of the second run.
uint hpyr_last_of_a(int group) {
    return hpyr_items(hpyr_first + group, u_are_words).w;
}

uint hpyr_first_of_b(int group) {
    return hpyr_items(hpyr_first + u_run + group, 0).x;
}

// Merge path (O. Green, R. McColl, D. A. Bader, "GPU merge path", 2012): how many of the first `place` merged groups come from the first
// run, at least `low` and at most `high` of them. `n` groups are taken from it if the last item of group n - 1 does not come behind the
// first item of the group of the second run that completes `place`. Of equal keys those of the first run come first, since they stood
// first.
int hpyr_split_between(int low, int high, int place) {
    low = max(low, place - hpyr_length_b);
    high = min(high, hpyr_length_a);
    while (low < high) {
        int middle = (low + high + 1) >> 1;
        bool is_taken = hpyr_last_of_a(middle - 1) <= hpyr_first_of_b(place - middle);
        low = is_taken ? middle : low;
        high = is_taken ? high : middle - 1;
    }
    return low;
}
