// Which pixel a cell of the pyramid of features is.
// HPYR_SCALES: a cell is a pixel and a size. Else a column of 256 cells is a block of 16x16 pixels in
// Z-order, so that the cells of all blocks are in Z-order.
ivec3 pixel_of_cell(uvec4 cell) {
#ifdef HPYR_SCALES
    return ivec3(cell.xyz);
#else
    uint z = cell.z;
    uvec2 pair = uvec2(z, z >> 1) & 0x55u; // one bit of each two
    pair = (pair | (pair >> 1)) & 0x33u;
    pair = (pair | (pair >> 2)) & 0x0Fu;
    return ivec3(16u * cell.xy + pair, 0u);
#endif
}
