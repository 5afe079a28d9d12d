// Writes the entries of a dense matrix, four a fragment: their columns, values and rows.
#include "list/plane.glsl"
#include "list/positions.glsl"
#include "matrix/leaf.glsl"
// HPYR_CHANNEL: .r, .g, .b or .a.
uniform sampler2D u_dense;
uniform vec2 u_dense_scale; // 1 / size of the matrix
layout(location = 0) out uvec4 o_columns;
layout(location = 1) out uvec4 o_values;
layout(location = 2) out uvec4 o_rows;

uvec4 with(uvec4 four, uint i, uint entry) {
    return uvec4(i == 0u ? entry : four.x, i == 1u ? entry : four.y, i == 2u ? entry : four.z,
                 i == 3u ? entry : four.w);
}

float reciprocal; // of the leaves of a row

void hpyr_put(uint i, uint position) {
    uint row = hpyr_row_of_leaf(position >> 7, reciprocal), column = position - row * u_row_leaves * 128u;
    vec2 at = (vec2(float(column), float(row)) + 0.5) * u_dense_scale;
    uint value = floatBitsToUint(textureLod(u_dense, at, 0.0) HPYR_CHANNEL);
    o_columns = with(o_columns, i, column);
    o_values = with(o_values, i, value);
    o_rows = with(o_rows, i, row);
}

void main() {
    uint first = uint(hpyr_target_texel()) << 2, total = hpyr_node(ivec2(0), HPYR_TOP, 0).x;
    reciprocal = 1.0 / float(u_row_leaves);
    o_columns = o_values = o_rows = uvec4(0u);
    if (first < total)
        hpyr_put_positions(first, min(total - first, 4u));
}
