// Reads the caller's input: one level of a texture, through a nearest filter.
// HPYR_SAMPLER, HPYR_TEXEL: types of its sampler and of its texels.
// HPYR_INPUT_CELLS: cells address its texels (3D, array textures), else base-level texels do.
#include "core/cell.glsl"

#ifdef HPYR_INPUT // without it the discriminator reads no input
uniform HPYR_SAMPLER u_hpyr_input;
uniform vec3 u_hpyr_input_scale; // 1 / size of the input in texels

#    ifdef HPYR_INTEGERS
#        define HPYR_INPUT_TEXEL(at) texelFetch(u_hpyr_input, at, 0)
#    elif defined(HPYR_INPUT_CELLS)
#        define HPYR_INPUT_TEXEL(at) texture3D(u_hpyr_input, (vec3(at) + 0.5) * u_hpyr_input_scale)
#    else
#        define HPYR_INPUT_TEXEL(at) texture2D(u_hpyr_input, (vec2(at) + 0.5) * u_hpyr_input_scale.xy)
#    endif

HPYR_TEXEL hpyr_input_at(ivec3 cell) {
#    ifdef HPYR_INPUT_CELLS
    return HPYR_INPUT_TEXEL(cell);
#    else
    return HPYR_INPUT_TEXEL(hpyr_texel_of_cell(cell));
#    endif
}

HPYR_TEXEL hpyr_input_at_texel(ivec2 texel) {
#    ifdef HPYR_INPUT_CELLS
    return HPYR_INPUT_TEXEL(hpyr_cell_of_texel(texel));
#    else
    return HPYR_INPUT_TEXEL(texel);
#    endif
}
#endif
