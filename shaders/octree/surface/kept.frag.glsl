// Which cells are kept: those with points enough near their centers. 1 for each of them.
#include "octree/surface/cells.glsl"
#include "octree/poisson/density.glsl"
uniform int u_cells;
uniform float u_trim;
out uint o_kept;

void main() {
    int cell = hpyr_target_texel();
    o_kept = 0u;
    if (cell >= u_cells)
        return;
    vec3 center = vec3(hpyr_cell_of_key(hpyr_key_at(cell))) + 0.5;
    o_kept = hpyr_density_depth(center) >= u_trim ? 1u : 0u;
}
