// Reads a list of a caller, four entries at a time.
// HPYR_INPUT_IN_BUFFER: it is read where it lies, in a buffer; else it is a plane.
#include "list/plane.glsl"
#ifdef HPYR_INPUT_IN_BUFFER
uniform usamplerBuffer u_input;
uniform int u_input_first; // the texel with entry 0
uvec4 hpyr_input_texel(int texel) {
    return texelFetch(u_input, u_input_first + texel);
}
#else
uniform usampler2D u_input;
uniform ivec2 u_input_row;
uvec4 hpyr_input_texel(int texel) {
    return texelFetch(u_input, hpyr_plane_texel(texel, u_input_row), 0);
}
#endif

uint hpyr_input_entry(uint position) {
    return hpyr_entry_of(hpyr_input_texel(int(position >> 2)), int(position & 3u));
}
