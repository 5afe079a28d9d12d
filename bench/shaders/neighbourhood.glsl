// A discriminator that is expensive: a cell is active where it is at least twice the mean of the 5x5 cells around it. Cells past the
// edge are those on the edge. 0 and 1 are exact as floats, and so are 25 times and twice them.
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
