// What each cell has: a bit for each crossed edge that begins at its lower corner, along x, y and z, and from bit 8 on the corner of
// its loop around which the triangles are fanned; and a bit for each triangle.
// HPYR_TRIM: cells that are not kept have no triangles, and edges count only if one of the four cells
// around them is kept.
#include "octree/surface/cells.glsl"
#include "octree/surface/cases.glsl"
#include "octree/surface/fans.glsl"
#include "octree/key.glsl"
uniform int u_cells;
uniform float u_isovalue;
#ifdef HPYR_TRIM
uniform usampler2D u_kept;
uniform ivec2 u_kept_row;
uniform int u_around; // 4
#endif
layout(location = 0) out uint o_edges;
layout(location = 1) out uint o_triangles;

#ifdef HPYR_TRIM
// All four cells around a crossed edge are in the list, since the edge is one of their own.
uint kept_edges(int cell, uint edges) {
    ivec3 place = hpyr_cell_of_key(hpyr_key_at(cell));
    uint kept = 0u;
    for (int i = 0; i < 3 * u_around; i++) {
        int axis = i >> 2;
        ivec3 side = ivec3(equal(ivec3(axis), ivec3(2, 0, 1))) * (i & 1) +
                     ivec3(equal(ivec3(axis), ivec3(1, 2, 0))) * (i >> 1 & 1);
        if ((edges >> axis & 1u) == 0u || (kept >> axis & 1u) != 0u)
            continue;
        int other = hpyr_find_point(hpyr_key_of_cell(place - side), 0, cell);
        kept |= hpyr_word(u_kept, u_kept_row, other) << axis;
    }
    return kept;
}
#endif

void main() {
    int cell = hpyr_target_texel();
    vec4 lower, upper;
    o_edges = o_triangles = 0u;
    if (cell >= u_cells)
        return;
    hpyr_cell_corners(cell, lower, upper);
    int number = hpyr_case_of(lower, upper, u_isovalue), first = -(number & 1) & 7;
    o_edges = uint((number >> 1 & 1 | number >> 1 & 2 | number >> 2 & 4) ^ first);
    uvec4 texel = hpyr_case(number);
    o_triangles = (1u << texel.z) - 1u;
#ifdef HPYR_TRIM
    o_edges = kept_edges(cell, o_edges);
    o_triangles = hpyr_word(u_kept, u_kept_row, cell) == 0u ? 0u : o_triangles;
#endif
    o_edges |= uint(hpyr_fan_of(texel, lower, upper, u_isovalue)) << 8;
}
