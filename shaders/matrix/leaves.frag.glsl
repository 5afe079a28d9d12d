// Puts the leaves of a dense matrix in the order of a pyramid over a list of bits. What is behind the last
// one is empty.
#include "list/columns.glsl"
#include "matrix/leaf.glsl"
uniform usampler2D u_even; // bits of leaves of even rows
uniform usampler2D u_odd;
uniform uint u_rows;
out uvec4 o_bits;

void main() {
    uint leaf = hpyr_number_of_column(uvec2(gl_FragCoord.xy));
    uint row = hpyr_row_of_leaf(leaf, 1.0 / float(u_row_leaves));
    ivec2 at = ivec2(leaf - row * u_row_leaves, min(row, u_rows - 1u) >> 1);
    uvec4 even = texelFetch(u_even, at, 0), odd = texelFetch(u_odd, at, 0);
    o_bits = row >= u_rows ? uvec4(0u) : (row & 1u) == 0u ? even : odd;
}
