// Counts the cells with triangles in a block of 128 samples, one block a fragment.
#include "isosurface/records.glsl"

out uint o_count;

void main() {
    uint word = 4u * block_at(ivec2(gl_FragCoord.xy)), count = 0u;
    for (uint i = 0u; i < 4u; i++) {
        uvec4 cells = cells_of_word(word + i);
        count += outputs_below(uvec3(cells.x | cells.y | cells.z, 0u, 0u), uvec3(1u), 31u) +
                 ((cells.x | cells.y | cells.z) >> 31);
    }
    o_count = count;
}
