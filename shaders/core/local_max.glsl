// The discriminator LOCAL_MAX: a cell is active if its value is the largest of its window. It stands
// in the place of a caller's GLSL.
// u_hpyr_bounds: the ordinals of the threshold and of the largest value that is no NaN.
// u_hpyr_reach: cells of the window to each side.  u_hpyr_last: the last cell of the grid.
uniform HPYR_BOUNDS u_hpyr_bounds;
uniform ivec3 u_hpyr_reach;
uniform ivec3 u_hpyr_last;

HPYR_ORDINAL hpyr_height_at(ivec3 cell) {
    HPYR_ORDINAL ordinal = hpyr_ordinal(hpyr_input_at(cell));
#if HPYR_CLASS == 1 && defined(HPYR_INTEGERS)
    if (ordinal == 0x7FFFFFFFu) // -0 equals +0
        ordinal = 0x80000000u;
#endif
    return ordinal;
}

bool hpyr_is_outside(ivec3 cell) {
    return any(lessThan(cell, ivec3(0))) || any(greaterThan(cell, u_hpyr_last));
}

// Tells whether a neighbour keeps the cell from being active. One that comes before the cell does so
// even if it is as large. One outside of the grid does not, nor does one beyond the bounds, which is
// NaN. There is always a fetch, because a branch around it costs more.
bool hpyr_is_beaten(HPYR_ORDINAL own, ivec3 cell, ivec3 offset) {
    bool is_before = offset.z < 0 || (offset.z == 0 && (offset.y < 0 || (offset.y == 0 && offset.x < 0)));
    bool is_cell = !hpyr_is_outside(cell + offset);
    HPYR_ORDINAL other = hpyr_height_at(is_cell ? cell + offset : cell);
    return is_cell && other <= u_hpyr_bounds.y && (is_before ? other >= own : other > own);
}

HPYR_UINT hpyr_count_at(ivec3 cell) {
    HPYR_ORDINAL own = hpyr_height_at(cell);
    bool is_largest = hpyr_lies_within(u_hpyr_bounds, own);
    for (int z = -u_hpyr_reach.z; z <= u_hpyr_reach.z; z++)
        for (int y = -u_hpyr_reach.y; y <= u_hpyr_reach.y; y++)
            for (int x = -u_hpyr_reach.x; x <= u_hpyr_reach.x; x++)
                if (hpyr_is_beaten(own, cell, ivec3(x, y, z)))
                    is_largest = false;
    return HPYR_UINT(is_largest);
}
