// Reads the samples of a depth: see samples.frag.glsl. The eight vertices of a block lie at corners of 27
// cells, which are counted along each axis from -1, in the block before, to 1.
#include "octree/poisson/halves.glsl"
#include "octree/poisson/part.glsl"
uniform sampler2D u_samples; // a node a texel
uniform ivec2 u_samples_row;
uniform int u_cells; // 27
uniform float u_screening;
uniform float u_screening_target;

ivec3 hpyr_cell(int i) {
    return ivec3(i / 9, i / 3 % 3, i % 3) - 1;
}

// The eight blocks that have these cells: before the own one along x, and those beside it.
struct hpyr_cell_blocks {
    uvec4 before, beside;
};

// `words` are the first four texels of the blocks around the own one.
hpyr_cell_blocks hpyr_blocks_of_cells(uvec4 words0, uvec4 words1, uvec4 words2, uvec4 words3) {
    return hpyr_cell_blocks(uvec4(words0.xyw, words1.x), uvec4(words2.yz, words3.xy));
}

uint hpyr_block_of_cell(hpyr_cell_blocks blocks, ivec3 cell) {
    return hpyr_entry_of(cell.x < 0 ? blocks.before : blocks.beside, (cell.y < 0 ? 0 : 2) | (cell.z < 0 ? 0 : 1));
}

// Place and area; all 0 where there is none.
vec4 hpyr_sample(uint block, ivec3 cell) {
    ivec3 bits = cell & 1;
    int node = 8 * int(block == 0xFFFFFFFFu ? 0u : block) + (bits.x << 2 | bits.y << 1 | bits.z);
    return texelFetch(u_samples, hpyr_plane_texel(node, u_samples_row), 0) * float(block != 0xFFFFFFFFu);
}

// The hats of four vertices along y and z, at a sample.
vec4 hpyr_sample_hats(ivec3 cell, vec3 part) {
    return hpyr_hats(cell.y, part.y).xxyy * hpyr_hats(cell.z, part.z).xyxy;
}
