// Which of the eight parts of each cell the surface crosses: a bit for each.
#include "octree/surface/cells.glsl"
#include "octree/surface/mixed.glsl"
#include "octree/poisson/between.glsl"
uniform int u_cells;
uniform int u_vertices; // 27
uniform float u_isovalue;
out uint o_flags;

void main() {
    int cell = hpyr_target_texel();
    vec4 lower, upper;
    uint inside = 0u;
    o_flags = 0u;
    if (cell >= u_cells)
        return;
    hpyr_cell_corners(cell, lower, upper);
    for (int i = 0; i < u_vertices; i++)
        if (hpyr_between(lower, upper, ivec3(i / 9, i / 3 % 3, i % 3)) <= u_isovalue)
            inside |= 1u << i;
    o_flags = hpyr_mixed(inside);
}
