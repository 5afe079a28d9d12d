// An expensive discriminator: a cell is active if it is at least twice the mean of the 5x5 cells
// around it. Cells beyond the edge repeat those on it. All numbers are whole, so floats are exact.
uniform vec2 u_hpyr_last; // width - 1, height - 1

HPYR_UINT hpyr_count_at(ivec3 cell) {
    float sum = 0.0;
    for (int y = -2; y <= 2; y++) {
        for (int x = -2; x <= 2; x++) {
            vec2 at = clamp(vec2(cell.xy) + vec2(x, y), vec2(0.0), u_hpyr_last);
            sum += hpyr_input_at(ivec3(ivec2(at), cell.z)).r;
        }
    }
    float value = hpyr_input_at(cell).r;
    return HPYR_UINT(value > 0.0 && value * 25.0 >= sum * 2.0);
}
