// The discriminator TEMPLATE (MPI-I-2006-4-002, section 3): a cell is active if the values above and to
// the right of it are like those of a pattern. It stands in the place of a caller's GLSL.
// HPYR_MEASURE: 1  sum of absolute differences, at most u_hpyr_limit
//               2  normalized cross-correlation, at least u_hpyr_limit. The pattern's mean is 0, and the
//                  sum of its squares 1
// u_hpyr_pattern: size of the pattern, so that loops do not unroll.  u_hpyr_last: the last cell.
// HPYR_WIDE: the pattern is large and a fragment asks many cells, so a round takes eight values of a row
// and not one, see rules.h.
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

// HPYR_EACH(look): look(i) for values at (x + i, y).
// HPYR_OF_ROW(i, number, other): the number where the value belongs to the row.
// HPYR_X(i): the place to read it from, which lies in the row in any case.
#ifdef HPYR_WIDE
#    define HPYR_STEP                     8
#    define HPYR_EACH(look)               look(0) look(1) look(2) look(3) look(4) look(5) look(6) look(7)
#    define HPYR_OF_ROW(i, number, other) (x + i < u_hpyr_pattern.x ? number : other)
#    define HPYR_X(i)                     HPYR_OF_ROW(i, x + i, 0)
#else // a value a round
#    define HPYR_STEP                     1
#    define HPYR_EACH(look)               look(0)
#    define HPYR_OF_ROW(i, number, other) (number)
#    define HPYR_X(i)                     x
#endif
#define HPYR_LOOKED(i) HPYR_NUMBER_AT(HPYR_X(i), y)
#define HPYR_WANTED(i) HPYR_PATTERN_AT(HPYR_X(i), y)

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
    for (int y = 0; y < rows && sum <= u_hpyr_limit; y++) // NaN ends it, too
        for (int x = 0; x < u_hpyr_pattern.x; x += HPYR_STEP) {
#    define HPYR_LOOK(i) sum += HPYR_OF_ROW(i, abs(HPYR_LOOKED(i) - HPYR_WANTED(i)), HPYR_NUMBER(0));
            HPYR_EACH(HPYR_LOOK)
        }
    return HPYR_UINT(rows > 0 && sum <= u_hpyr_limit);
}
#else
uniform float u_hpyr_limit;

void hpyr_deviate(float deviation, float wanted, inout float rest, inout float squares, inout float product) {
    rest += deviation;
    squares += deviation * deviation;
    product += deviation * wanted;
}

// Two passes over the window: the mean, then deviations from it. Both begin at the first number, so
// equal numbers have no deviation at all. What rounding leaves of the mean is taken out again.
HPYR_UINT hpyr_count_at(ivec3 cell) {
    vec2 place = vec2(hpyr_texel_of_cell(cell)) + 0.5;
    float first = HPYR_NUMBER_AT(0, 0), mean = 0.0, rest = 0.0, squares = 0.0, product = 0.0;
    float cells = float(u_hpyr_pattern.x * u_hpyr_pattern.y);
    int rows = hpyr_rows_at(cell);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < u_hpyr_pattern.x; x += HPYR_STEP) {
#    define HPYR_LOOK(i)      mean += HPYR_OF_ROW(i, HPYR_LOOKED(i) - first, 0.0);
            HPYR_EACH(HPYR_LOOK)
        }
    mean /= cells;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < u_hpyr_pattern.x; x += HPYR_STEP) {
#    define HPYR_DEVIATION(i) HPYR_OF_ROW(i, HPYR_LOOKED(i) - first - mean, 0.0)
#    define HPYR_DEVIATE(i)   hpyr_deviate(HPYR_DEVIATION(i), HPYR_WANTED(i), rest, squares, product);
            HPYR_EACH(HPYR_DEVIATE)
        }
    squares -= rest * rest / cells;
    return HPYR_UINT(squares > 0.0 && product >= u_hpyr_limit * sqrt(squares));
}
#endif
