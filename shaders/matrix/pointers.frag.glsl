// Writes where the rows of a dense matrix begin among its entries, four a fragment: the rank of the
// first element of each row. The last one is the number of all entries.
#include "core/keys.glsl"
#include "list/columns.glsl"
#include "list/plane.glsl"
uniform uint u_row_leaves; // leaves of a row
uniform uint u_rows;
out uvec4 o_pointers;

void main() {
    uint first = uint(hpyr_target_texel()) << 2, total = hpyr_node(ivec2(0), HPYR_TOP, 0).x;
    o_pointers = uvec4(total);
    for (uint i = 0u; i < 4u && first + i < u_rows; i++) {
        uint rank = hpyr_rank(ivec3(hpyr_column_of_number((first + i) * u_row_leaves), 0));
        o_pointers = uvec4(i == 0u ? rank : o_pointers.x, i == 1u ? rank : o_pointers.y, i == 2u ? rank : o_pointers.z,
                           i == 3u ? rank : o_pointers.w);
    }
}
