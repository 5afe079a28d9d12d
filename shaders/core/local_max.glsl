// The discriminator LOCAL_MAX: a cell is active if its value is the largest of its window. It stands
// in the place of a caller's GLSL.
// u_hpyr_bounds: the ordinals of the threshold and of the largest value that is no NaN.
// u_hpyr_last: the last cell of the grid.
// HPYR_WINDOW: the side of the window.
uniform HPYR_BOUNDS u_hpyr_bounds;
uniform ivec3 u_hpyr_last;

HPYR_ORDINAL hpyr_height(HPYR_TEXEL texel) {
    HPYR_ORDINAL ordinal = hpyr_ordinal(texel);
#if HPYR_CLASS == 1 && defined(HPYR_INTEGERS)
    if (ordinal == 0x7FFFFFFFu) // -0 equals +0
        ordinal = 0x80000000u;
#endif
    return ordinal;
}

// Compares a cell with a neighbor. One that comes before the cell beats it even if it is as large. A
// neighbor outside of the grid does not count, nor does one beyond the bounds, which is NaN. All
// texels are fetched before any branch, because a branch around a fetch costs more.
void hpyr_compare(HPYR_TEXEL neighbor, bool is_cell, bool is_before, HPYR_ORDINAL own, inout bool is_largest) {
    HPYR_ORDINAL other = hpyr_height(neighbor);
    bool is_larger = is_before ? other >= own : other > own;
    if (is_cell && is_larger && other <= u_hpyr_bounds.y)
        is_largest = false;
}

#if defined(HPYR_VOLUME) || defined(HPYR_INPUT_CELLS)
uniform ivec3 u_hpyr_reach; // cells of the window to each side, so that loops do not unroll

HPYR_UINT hpyr_count_at(ivec3 cell) {
    HPYR_ORDINAL own = hpyr_height(hpyr_input_at(cell));
    bool is_largest = hpyr_lies_within(u_hpyr_bounds, own);
    for (int z = -u_hpyr_reach.z; z <= u_hpyr_reach.z; z++)
        for (int y = -u_hpyr_reach.y; y <= u_hpyr_reach.y; y++)
            for (int x = -u_hpyr_reach.x; x <= u_hpyr_reach.x; x++) {
                ivec3 at = cell + ivec3(x, y, z);
                bool is_cell = !any(lessThan(at, ivec3(0))) && !any(greaterThan(at, u_hpyr_last));
                bool is_before = z < 0 || (z == 0 && (y < 0 || (y == 0 && x < 0)));
                hpyr_compare(hpyr_input_at(is_cell ? at : cell), is_cell, is_before, own, is_largest);
            }
    return HPYR_UINT(is_largest);
}
#else
// A 2D input of an image: constant offsets from the center of a texel, with a nearest filter, cost a
// third of texelFetch on a software rasterizer.
// HPYR_LOOK compares with a neighbor if `has`.
#    define HPYR_NEIGHBOR(x, y)  HPYR_NEAR(u_hpyr_input, at, x, y, u_hpyr_input_scale.xy)
#    define HPYR_IS_BEFORE(x, y) (y < 0 || (y == 0 && x < 0))
#    define HPYR_LOOK(x, y, has) hpyr_compare(HPYR_NEIGHBOR(x, y), has, HPYR_IS_BEFORE(x, y), own, is_largest);

// Pairs of neighbors to the left and to the right, of which one exists where `has` tells so.
#    define HPYR_PAIR_1(y, has)  HPYR_LOOK(-1, y, has &&low_1.x) HPYR_LOOK(1, y, has &&high_1.x)
#    define HPYR_PAIR_2(y, has)  HPYR_LOOK(-2, y, has &&low_2.x) HPYR_LOOK(2, y, has &&high_2.x)

HPYR_UINT hpyr_count_at(ivec3 cell) {
    vec2 at = (vec2(cell.xy) + 0.5) * u_hpyr_input_scale.xy;
    bvec2 low_1 = greaterThan(cell.xy, ivec2(0)), high_1 = lessThan(cell.xy, u_hpyr_last.xy);
    HPYR_ORDINAL own = hpyr_height(HPYR_NEIGHBOR(0, 0));
    bool is_largest = hpyr_lies_within(u_hpyr_bounds, own);
    HPYR_LOOK(0, -1, low_1.y)
    HPYR_LOOK(0, 1, high_1.y)
    HPYR_PAIR_1(-1, low_1.y)
    HPYR_PAIR_1(0, true)
    HPYR_PAIR_1(1, high_1.y)
#    if HPYR_WINDOW == 5
    bvec2 low_2 = greaterThan(cell.xy, ivec2(1)), high_2 = lessThan(cell.xy, u_hpyr_last.xy - 1);
    HPYR_LOOK(0, -2, low_2.y)
    HPYR_LOOK(0, 2, high_2.y)
    HPYR_PAIR_1(-2, low_2.y)
    HPYR_PAIR_1(2, high_2.y)
    HPYR_PAIR_2(-2, low_2.y)
    HPYR_PAIR_2(-1, low_1.y)
    HPYR_PAIR_2(0, true)
    HPYR_PAIR_2(1, high_1.y)
    HPYR_PAIR_2(2, high_2.y)
#    endif
    return HPYR_UINT(is_largest);
}
#endif
