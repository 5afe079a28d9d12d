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
