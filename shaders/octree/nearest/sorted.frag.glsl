// The points in the order of their nodes: a texel has the bits of a position, and the point's number.
#include "octree/words.glsl"
#include "octree/points.glsl"
uniform usampler2D u_order;
uniform ivec2 u_order_row;
uniform int u_count; // of points in the octree
out uvec4 o_point;

void main() {
    int index = hpyr_target_texel();
    o_point = uvec4(0u);
    if (index >= u_count)
        return;
    uint number = hpyr_word(u_order, u_order_row, index);
    o_point = uvec4(floatBitsToUint(hpyr_vector(int(number))), number);
}
