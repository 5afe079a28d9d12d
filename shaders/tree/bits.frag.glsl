// Marks the cells at which leaves begin: the lower left ones. A block of 8 x 8 cells is a column of 64 bits
// for a pyramid of layout BITS, in Morton order, x first, so the columns in their Z-order continue it.
#include "tree/leaf.glsl"

out uvec4 o_bits;
uniform ivec2 u_size; // of the image

// Cells of 4 x 4 that lie in the image: so many columns and rows of them.
uint existing(ivec2 left) {
    uint columns = left.x >= 4 ? 0xFFFFu : left.x == 3 ? 0x5F5Fu : left.x == 2 ? 0x0F0Fu : left.x == 1 ? 0x0505u : 0u;
    uint rows = left.y >= 4 ? 0xFFFFu : left.y == 3 ? 0x33FFu : left.y == 2 ? 0x00FFu : left.y == 1 ? 0x0033u : 0u;
    return columns & rows;
}

// A leaf of level 2 or more begins at a cell whose coordinates are multiples of its side. A leaf of level 1 is one of
// four children and begins at its first cell. In the other children all four cells are leaves.
uint begins(ivec2 cell) {
    uint block = texelFetch(u_hpyr_levels, min(cell, u_size - 1) >> 2, 0).r;
    uint divided = ~block;
    uint children =
        (divided & 1u) | (divided & 2u) << 3 | (divided & 4u) << 6 | (divided & 8u) << 9; // a bit for each four
    bool is_corner = ((cell.x | cell.y) & ((1 << int(block >> 4)) - 1)) == 0;
    uint bits = block >= 16u ? uint(is_corner) : 0x1111u | children * 14u;
    return bits & existing(u_size - cell);
}

void main() {
    ivec2 cell = 8 * ivec2(gl_FragCoord.xy);
    o_bits = uvec4(begins(cell) | begins(cell + ivec2(4, 0)) << 16,
                   begins(cell + ivec2(0, 4)) | begins(cell + ivec2(4, 4)) << 16, 0u, 0u);
}
