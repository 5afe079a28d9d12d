// Reads nodes of layout VOLUME from mipmaps of one 3D texture; sides are powers of two.
// HPYR_FIRST_LEVEL: the level of mipmap 0. It is 1 in MERGED pyramids, which do not store level 0.
#include "core/discriminate.glsl"

uniform HPYR_NODES u_hpyr_pyramid;
uniform ivec3 u_hpyr_cells; // size of the volume in cells

// Returns 0 outside of the level; nodes_mip.glsl says why it fetches outside of any branch.
HPYR_UINT hpyr_node(ivec3 node, int level) {
    ivec3 size = ((u_hpyr_cells - 1) >> level) + 1;
    HPYR_UINT count = HPYR_UINT(texelFetch(u_hpyr_pyramid, min(node, size - 1), level - HPYR_FIRST_LEVEL).r);
    return all(lessThan(node, size)) ? count : 0u;
}

#ifdef HPYR_KIND
// Asks the discriminator; returns 0 outside of the volume, where a caller's function is never asked.
HPYR_UINT hpyr_cell_count(ivec3 cell) {
#    if HPYR_KIND == 2
    if (any(greaterThanEqual(cell, u_hpyr_cells)))
        return 0u;
    return hpyr_count_at_cell(cell);
#    else
    HPYR_UINT count = hpyr_count_at_cell(min(cell, u_hpyr_cells - 1));
    return all(lessThan(cell, u_hpyr_cells)) ? count : 0u;
#    endif
}
#endif
