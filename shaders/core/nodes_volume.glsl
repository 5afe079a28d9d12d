// Nodes in mipmaps of one 3D texture, whose sizes are powers of two: layout VOLUME. Level 0 is not stored by MERGED pyramids;
// HPYR_FIRST_LEVEL is the texture's first.
#include "core/discriminate.glsl"

uniform HPYR_NODES u_hpyr_pyramid;
uniform ivec3 u_hpyr_cells; // size of the volume

// 0 outside of the level. The fetch stands outside of any branch, see nodes_mip.glsl.
HPYR_UINT hpyr_node(ivec3 node, int level) {
    ivec3 size = ((u_hpyr_cells - 1) >> level) + 1;
    HPYR_UINT count = HPYR_UINT(texelFetch(u_hpyr_pyramid, min(node, size - 1), level - HPYR_FIRST_LEVEL).r);
    return all(lessThan(node, size)) ? count : 0u;
}

#ifdef HPYR_KIND
// The discriminator's answer, 0 outside of the volume.
HPYR_UINT hpyr_cell_count(ivec3 cell) {
    HPYR_UINT count = hpyr_count_at_cell(min(cell, u_hpyr_cells - 1));
    return all(lessThan(cell, u_hpyr_cells)) ? count : 0u;
}
#endif
