// Converts between cells of the grid and texels of the base level.
// The slices of a volume lie as tiles in the base level (flat-3D); an image is a volume of depth 1.
// HPYR_VOLUME: the grid has more than one slice.

uniform ivec2 u_hpyr_size;   // size of the base level in texels
uniform ivec3 u_hpyr_volume; // width and height of a slice, number of tiles in a row
uniform ivec2 u_hpyr_unused; // lower left corner of the tiles that hold no slice

ivec3 hpyr_cell_of_texel(ivec2 texel) {
#ifdef HPYR_VOLUME
    ivec2 tile = texel / u_hpyr_volume.xy;
    return ivec3(texel - tile * u_hpyr_volume.xy, tile.y * u_hpyr_volume.z + tile.x);
#else
    return ivec3(texel, 0);
#endif
}

ivec2 hpyr_texel_of_cell(ivec3 cell) {
#ifdef HPYR_VOLUME
    int row = cell.z / u_hpyr_volume.z;
    return cell.xy + ivec2(cell.z - row * u_hpyr_volume.z, row) * u_hpyr_volume.xy;
#else
    return cell.xy;
#endif
}
