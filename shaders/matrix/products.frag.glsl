// Multiplies each entry of a sparse matrix with the component of x that it belongs to, four entries a
// fragment, whatever rows they are in.
// HPYR_INPUT_IN_BUFFER, HPYR_VALUES_IN_BUFFER, HPYR_X_IN_BUFFER: these lists lie in buffers; the input is
// the list of columns.
#include "list/input.glsl"
#include "list/length.glsl"
#ifdef HPYR_VALUES_IN_BUFFER
uniform usamplerBuffer u_values;
uniform int u_values_first;
uvec4 values_at(int texel) {
    return texelFetch(u_values, u_values_first + texel);
}
#else
uniform usampler2D u_values;
uniform ivec2 u_values_row;
uvec4 values_at(int texel) {
    return texelFetch(u_values, hpyr_plane_texel(texel, u_values_row), 0);
}
#endif

uniform uint u_columns;
#ifdef HPYR_X_IN_BUFFER
uniform usamplerBuffer u_x;
uniform int u_x_first;
uvec4 x_texel(int texel) {
    return texelFetch(u_x, u_x_first + texel);
}
#else
uniform usampler2D u_x;
uniform ivec2 u_x_row;
uvec4 x_texel(int texel) {
    return texelFetch(u_x, hpyr_plane_texel(texel, u_x_row), 0);
}
#endif
out uvec4 o_products;

float x_at(uint column) {
    uint safe = min(column, u_columns - 1u);
    uvec4 four = x_texel(int(safe >> 2));
    return uintBitsToFloat(hpyr_entry_of(four, int(safe & 3u)));
}

void main() {
    int texel = hpyr_target_texel();
    o_products = uvec4(0u);
    if ((uint(texel) << 2) >= hpyr_length())
        return;
    uvec4 columns = hpyr_input_texel(texel), values = values_at(texel);
    o_products = floatBitsToUint(uintBitsToFloat(values) *
                                 vec4(x_at(columns.x), x_at(columns.y), x_at(columns.z), x_at(columns.w)));
}
