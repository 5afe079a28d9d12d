// The discriminator TEMPLATE (MPI-I-2006-4-002, section 3): a cell is active if the values above and to
// the right of it are like those of a pattern. It stands in the place of a caller's GLSL.
// HPYR_MEASURE: 1  sum of absolute differences, at most u_hpyr_limit
//               2  normalised cross-correlation, at least u_hpyr_limit. The pattern's mean is 0, and the
//                  sum of its squares 1
// u_hpyr_pattern: size of the pattern, so that loops do not unroll.  u_hpyr_last: the last cell.
uniform ivec3 u_hpyr_last;
uniform ivec2 u_hpyr_pattern;

// The number at an offset from a cell, in its slice; and that of the pattern.
#ifdef HPYR_INPUT_CELLS
#    define HPYR_NUMBER_AT(x, y) hpyr_number(hpyr_input_at(cell + ivec3(x, y, 0)))
#else
#    define HPYR_PLACE(x, y)     ((place + vec2(x, y)) * u_hpyr_input_scale.xy)
#    define HPYR_NUMBER_AT(x, y) hpyr_number(HPYR_NEAR(u_hpyr_input, HPYR_PLACE(x, y), 0, 0, u_hpyr_input_scale.xy))
#endif
#define HPYR_PATTERN_AT(x, y) HPYR_NUMBER(hpyr_input_1_at(ivec3(x, y, 0)).r)

// The number of rows to look at: none if the pattern does not fit into the grid there.
int hpyr_rows_at(ivec3 cell) {
    ivec2 last = cell.xy + u_hpyr_pattern - 1;
    return last.x <= u_hpyr_last.x && last.y <= u_hpyr_last.y ? u_hpyr_pattern.y : 0;
}

#if HPYR_MEASURE == 1
uniform HPYR_NUMBER u_hpyr_limit;

HPYR_UINT hpyr_count_at(ivec3 cell) {
    vec2 place = vec2(hpyr_texel_of_cell(cell)) + 0.5;
    HPYR_NUMBER sum = HPYR_NUMBER(0);
    int rows = hpyr_rows_at(cell);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < u_hpyr_pattern.x; x++)
            sum += abs(HPYR_NUMBER_AT(x, y) - HPYR_PATTERN_AT(x, y));
        if (!(sum <= u_hpyr_limit)) // NaN too
            break;
    }
    return HPYR_UINT(rows > 0 && sum <= u_hpyr_limit);
}
#else
uniform float u_hpyr_limit;

// Two passes over the window: the mean, then deviations from it. Both begin at the first number, so
// equal numbers have no deviation at all. What rounding leaves of the mean is taken out again.
HPYR_UINT hpyr_count_at(ivec3 cell) {
    vec2 place = vec2(hpyr_texel_of_cell(cell)) + 0.5;
    float first = HPYR_NUMBER_AT(0, 0), mean = 0.0, rest = 0.0, squares = 0.0, product = 0.0;
    float cells = float(u_hpyr_pattern.x * u_hpyr_pattern.y);
    int rows = hpyr_rows_at(cell);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < u_hpyr_pattern.x; x++)
            mean += HPYR_NUMBER_AT(x, y) - first;
    mean /= cells;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < u_hpyr_pattern.x; x++) {
            float deviation = HPYR_NUMBER_AT(x, y) - first - mean;
            rest += deviation;
            squares += deviation * deviation;
            product += deviation * HPYR_PATTERN_AT(x, y);
        }
    squares -= rest * rest / cells;
    return HPYR_UINT(squares > 0.0 && product >= u_hpyr_limit * sqrt(squares));
}
#endif
