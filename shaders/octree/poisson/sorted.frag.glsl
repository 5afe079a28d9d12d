// The points in the order of their nodes: positions in cells of the last depth, and normals. Normals
// that are not finite become 0. Behind a position stands 1 if the point is an anchor, and 0 if not; behind
// a normal the sample's area, which is the same.
#include "octree/words.glsl"
#include "octree/points.glsl"
uniform usampler2D u_order;
uniform ivec2 u_order_row;
uniform float u_cells; // along a side of the root
uniform bool u_are_normals;
uniform int u_anchors;
out vec4 o_vector;

void main() {
    int index = hpyr_target_texel();
    o_vector = vec4(0.0);
    if (index >= u_points)
        return;
    int point = int(hpyr_word(u_order, u_order_row, index));
    vec3 vector = hpyr_vector(point);
    o_vector.w = point < u_anchors ? 1.0 : 0.0;
    if (!u_are_normals)
        o_vector.xyz = clamp(hpyr_in_cells(vector), 0.0, u_cells);
    else if (hpyr_is_finite(vector))
        o_vector.xyz = vector;
}
