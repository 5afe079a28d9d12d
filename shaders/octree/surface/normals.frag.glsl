// The normals of vertices: the direction in which the function rises. Differences over two sides of
// the leaf around a vertex are smooth from leaf to leaf.
#include "list/plane.glsl"
#include "octree/poisson/function.glsl"
uniform sampler2D u_positions;
uniform ivec2 u_positions_row;
uniform int u_end;
uniform int u_axes; // 3
out vec4 o_normal;

void main() {
    int vertex = hpyr_target_texel(), depth;
    vec3 slope = vec3(0.0);
    o_normal = vec4(0.0);
    if (vertex >= u_end)
        return;
    vec3 position = texelFetch(u_positions, hpyr_plane_texel(vertex, u_positions_row), 0).xyz;
    hpyr_leaf_around(hpyr_cell_at(position), depth);
    float side = float(1 << (u_hpyr_last_depth - depth)), last = float(1 << u_hpyr_last_depth);
    for (int i = 0; i < 2 * u_axes; i++) {
        vec3 axis = vec3(equal(ivec3(i >> 1), ivec3(0, 1, 2)));
        float sign_ = (i & 1) == 0 ? 1.0 : -1.0;
        slope += sign_ * axis * hpyr_function(clamp(position + sign_ * side * axis, 0.0, last));
    }
    float largest = max(max(abs(slope.x), abs(slope.y)), abs(slope.z));
    if (largest > 0.0)
        o_normal.xyz = normalize(slope / largest);
}
