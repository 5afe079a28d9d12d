// A plane is a list of 32-bit entries in a texture of RGBA32UI: four entries a texel, row after row.
// Its row is (texels in a row - 1, binary logarithm of the texels in a row).
ivec2 hpyr_plane_texel(int texel, ivec2 row) {
    return ivec2(texel & row.x, texel >> row.y);
}

// One of the four entries of a texel.
uint hpyr_entry_of(uvec4 texel, int entry) {
    return entry == 0 ? texel.x : entry == 1 ? texel.y : entry == 2 ? texel.z : texel.w;
}

// The number of the texel that is drawn.
uniform ivec2 u_target_row;
int hpyr_target_texel() {
    return (int(gl_FragCoord.y) << u_target_row.y) + int(gl_FragCoord.x);
}
