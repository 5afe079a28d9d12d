// Reads a list of a caller, four entries at a time: the second input of an operation.
// HPYR_VALUES_IN_BUFFER: it is read where it lies, in a buffer; else it is a plane.
#include "list/plane.glsl"
#ifdef HPYR_VALUES_IN_BUFFER
uniform usamplerBuffer u_values;
uniform int u_values_first; // the texel with entry 0
uvec4 hpyr_values_texel(int texel) {
    return texelFetch(u_values, u_values_first + texel);
}
#else
uniform usampler2D u_values;
uniform ivec2 u_values_row;
uvec4 hpyr_values_texel(int texel) {
    return texelFetch(u_values, hpyr_plane_texel(texel, u_values_row), 0);
}
#endif
