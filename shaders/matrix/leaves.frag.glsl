// Puts the leaves of a dense matrix in the order of a pyramid over a list of bits. What is behind the last
// one is empty.
#include "list/columns.glsl"
#include "matrix/leaf.glsl"
uniform usampler2DArray u_packed; // leaves of even rows, and of odd ones
uniform vec2 u_packed_scale;      // 1 / size of a layer
uniform uint u_rows;
out uvec4 o_bits;

void main() {
    uint leaf = hpyr_number_of_column(uvec2(gl_FragCoord.xy));
    uint row = hpyr_row_of_leaf(leaf, 1.0 / float(u_row_leaves)), safe = min(row, u_rows - 1u);
    vec2 at = (vec2(float(leaf - row * u_row_leaves), float(safe >> 1)) + 0.5) * u_packed_scale;
    uvec4 bits = textureLod(u_packed, vec3(at, float(safe & 1u)), 0.0); // half the price of texelFetch
    o_bits = row < u_rows ? bits : uvec4(0u);
}
