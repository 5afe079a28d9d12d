// The caller's input. HPYR_SAMPLER and HPYR_TEXEL are its sampler and texel types; HPYR_INPUT_CELLS is set where a texel is
// addressed by cell (3D and array textures), else it lies as the base level does.
uniform HPYR_SAMPLER u_hpyr_input;

HPYR_TEXEL hpyr_input_at(ivec3 cell) {
#ifdef HPYR_INPUT_CELLS
    return texelFetch(u_hpyr_input, cell, 0);
#else
    return texelFetch(u_hpyr_input, hpyr_texel_of_cell(cell), 0);
#endif
}

HPYR_TEXEL hpyr_input_at_texel(ivec2 texel) {
#ifdef HPYR_INPUT_CELLS
    return texelFetch(u_hpyr_input, hpyr_cell_of_texel(texel), 0);
#else
    return texelFetch(u_hpyr_input, texel, 0);
#endif
}
