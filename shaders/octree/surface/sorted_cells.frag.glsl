// The values of cells in the order of their keys, which were sorted.
#include "octree/surface/cells.glsl"
uniform usampler2D u_order;
uniform ivec2 u_order_row;
uniform int u_end;
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;

void main() {
    int target = hpyr_target_texel();
    if (target >= u_end)
        discard;
    hpyr_cell_corners(int(hpyr_word(u_order, u_order_row, target)), o_lower, o_upper);
}
