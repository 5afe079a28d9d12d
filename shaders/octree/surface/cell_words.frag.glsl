// What each cell has: a bit for each crossed edge that begins at its lower corner, along x, y and z;
// and a bit for each triangle.
#include "octree/surface/cells.glsl"
#include "octree/surface/cases.glsl"
uniform int u_cells;
uniform float u_isovalue;
layout(location = 0) out uint o_edges;
layout(location = 1) out uint o_triangles;

void main() {
    int cell = hpyr_target_texel();
    vec4 lower, upper;
    o_edges = o_triangles = 0u;
    if (cell >= u_cells)
        return;
    hpyr_cell_corners(cell, lower, upper);
    int number = hpyr_case_of(lower, upper, u_isovalue), first = -(number & 1) & 7;
    o_edges = uint((number >> 1 & 1 | number >> 1 & 2 | number >> 2 & 4) ^ first);
    o_triangles = (1u << hpyr_case(number).z) - 1u;
}
