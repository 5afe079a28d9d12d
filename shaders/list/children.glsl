// The entries from which the nodes of the next level are made: those of the list itself, or sums.
// HPYR_BASE: they are the list's.
#include "list/add.glsl"
#include "list/input.glsl"
#include "list/length.glsl"

#ifdef HPYR_BASE
uvec4 hpyr_child(int texel) {
    uvec4 bits = hpyr_input_texel(texel);
#    if HPYR_REDUCTION == 1
    return hpyr_clip(bits, texel, hpyr_length());
#    else
    uint rest = hpyr_rest(texel, hpyr_length());
    return uvec4(rest > 0u ? hpyr_entry(bits.x) : hpyr_nothing, rest > 1u ? hpyr_entry(bits.y) : hpyr_nothing,
                 rest > 2u ? hpyr_entry(bits.z) : hpyr_nothing, rest > 3u ? hpyr_entry(bits.w) : hpyr_nothing);
#    endif
}
#else
uniform usampler2D u_below;
uniform ivec2 u_below_row;
uniform int u_below_texels;
uvec4 hpyr_child(int texel) {
    return texel < u_below_texels ? texelFetch(u_below, hpyr_plane_texel(texel, u_below_row), 0) : uvec4(hpyr_nothing);
}
#endif
