// The normals of vertices: the direction in which the function rises, once it is smoothed by cubic
// B-splines. Such a spline reaches over four corners along each axis. Slopes of the function itself
// would jump from leaf to leaf, and differences along one axis would smooth it along this axis alone,
// which turns the normals by some degrees.
#include "list/plane.glsl"
#include "octree/surface/rows.glsl"
uniform sampler2D u_positions;
uniform ivec2 u_positions_row;
uniform int u_end;
uniform int u_corners; // 64
out vec4 o_normal;

// The spline's weights for the corners at -1, 0, 1 and 2, and their derivatives.
vec4 weights_of(float at) {
    float to = 1.0 - at;
    return vec4(to * to * to, 4.0 + 3.0 * at * at * (at - 2.0), 4.0 + 3.0 * to * to * (to - 2.0), at * at * at) / 6.0;
}

vec4 slopes_of(float at) {
    float to = 1.0 - at;
    return vec4(-to * to, at * (3.0 * at - 4.0), to * (4.0 - 3.0 * to), at * at) * 0.5;
}

// A row, and the value of the leaf's nearest corner where a node is missing: the surface is far from there, and the function hardly changes.
vec4 row_or_near(int leaf, ivec2 xy, vec4 lower, vec4 upper) {
    bvec4 missing;
    vec4 row = row_at(leaf, xy, missing), near = xy.x <= 0 ? lower : upper;
    near.xy = xy.y <= 0 ? near.xy : near.zw;
    return mix(row, near.xxyy, vec4(missing));
}

void main() {
    int vertex = hpyr_target_texel();
    vec3 gradient = vec3(0.0);
    vec4 lower, upper;
    o_normal = vec4(0.0);
    if (vertex >= u_end)
        return;
    vec3 position = texelFetch(u_positions, hpyr_plane_texel(vertex, u_positions_row), 0).xyz;
    ivec3 cell = hpyr_cell_at(position);
    int leaf = hpyr_node_of(cell, u_hpyr_last_depth), shift = u_hpyr_last_depth - hpyr_depth_of(leaf);
    vec3 part = clamp(position / float(1 << shift) - vec3(cell >> shift), 0.0, 1.0);
    hpyr_corners(leaf, lower, upper);
    vec4 wx = weights_of(part.x), wy = weights_of(part.y), wz = weights_of(part.z);
    vec4 sx = slopes_of(part.x), sy = slopes_of(part.y), sz = slopes_of(part.z);
    for (int i = 0; i < u_corners; i += 4) {
        ivec2 way = ivec2(i >> 4, i >> 2) & 3;
        vec4 values = row_or_near(leaf, way - 1, lower, upper);
        float x = wx[way.x], y = wy[way.y], slope_x = sx[way.x] * y, slope_y = x * sy[way.y];
        gradient += values.x * vec3(slope_x * wz.x, slope_y * wz.x, x * y * sz.x);
        gradient += values.y * vec3(slope_x * wz.y, slope_y * wz.y, x * y * sz.y);
        gradient += values.z * vec3(slope_x * wz.z, slope_y * wz.z, x * y * sz.z);
        gradient += values.w * vec3(slope_x * wz.w, slope_y * wz.w, x * y * sz.w);
    }
    float largest = max(max(abs(gradient.x), abs(gradient.y)), abs(gradient.z));
    if (largest > 0.0)
        o_normal.xyz = normalize(gradient / largest);
}
