// Lists of critical points: entry i belongs to start i % HPYR_STARTS of candidate i / HPYR_STARTS.
#define HPYR_STARTS 8
uniform int u_count;                 // entries
uniform int u_row, u_row_of_entries; // binary logarithms of the lengths of rows: of lists of candidates, and of entries

int hpyr_flow_entry(ivec2 texel) {
    return (texel.y << u_row_of_entries) + texel.x;
}

ivec2 hpyr_flow_texel(int i, int row) {
    return ivec2(i & ((1 << row) - 1), i >> row);
}

ivec2 hpyr_flow_texel_of_candidate(int entry) {
    return hpyr_flow_texel(entry / HPYR_STARTS, u_row);
}
