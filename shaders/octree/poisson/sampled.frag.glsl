// Which of the 27 cells around the vertices of a block have a sample: bit i is that of cell i of screening.glsl.
// On a surface four of five have none, and the product with the matrix leaves those out.
#include "octree/level.glsl"
#include "octree/poisson/screening.glsl"
uniform int u_blocks;
out uint o_sampled;

void main() {
    int block = hpyr_target_texel();
    o_sampled = 0u;
    if (block >= u_blocks)
        return;
    for (int i = 0; i < u_cells; i++) {
        ivec3 cell = hpyr_cell(i), place = ivec3(greaterThanEqual(cell, ivec3(0)));
        uint other = uint(hpyr_around(block, 9 * place.x + 3 * place.y + place.z));
        o_sampled |= uint(hpyr_sample(other, cell).w > 0.0) << i;
    }
}
