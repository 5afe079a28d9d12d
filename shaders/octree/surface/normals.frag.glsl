// The normals of vertices: the direction in which the function rises. Slopes at the corners of the
// leaf around a vertex are differences of values on both sides, or on one side where there is no
// corner on the other one. In the leaf they are interpolated. So they are smooth from leaf to leaf.
#include "list/plane.glsl"
#include "octree/poisson/function.glsl"
uniform sampler2D u_positions;
uniform ivec2 u_positions_row;
uniform int u_end;
uniform int u_axes;   // 3
uniform int u_planes; // 4
out vec4 o_normal;

// The value at a corner, counted in sides of the leaf from its lower corner on: -1 to 2 along each
// axis.
float value_at(int leaf, ivec3 corner, inout bool is_there) {
    int node = hpyr_neighbor(leaf, corner);
    is_there = is_there && node != hpyr_none;
    return node == hpyr_none ? 0.0 : hpyr_value_of(hpyr_values_beside(node - 1), (node - 1) & 3);
}

// The slope along an axis. Four planes of corners lie across it: one before the leaf, two at its
// sides, one behind it. `at` are the values on the two sides.
float slope(int leaf, ivec3 axis, vec3 part, vec2 at) {
    ivec3 u = axis.yzx, v = axis.zxy;
    float along = dot(part, vec3(axis)), across_u = dot(part, vec3(u)), across_v = dot(part, vec3(v));
    float middle = at.y - at.x;
    vec2 slopes = vec2(middle);
    for (int side = 0; side < u_planes / 2; side++) {
        bool is_there = true;
        ivec3 first = axis * (3 * side - 1);
        float a = value_at(leaf, first, is_there), b = value_at(leaf, first + u, is_there);
        float c = value_at(leaf, first + v, is_there), d = value_at(leaf, first + u + v, is_there);
        float value = mix(mix(a, b, across_u), mix(c, d, across_u), across_v);
        if (is_there && side == 0)
            slopes.x = 0.5 * (at.y - value);
        else if (is_there)
            slopes.y = 0.5 * (value - at.x);
    }
    return mix(slopes.x, slopes.y, along);
}

void main() {
    int vertex = hpyr_target_texel(), depth;
    vec4 lower, upper;
    vec3 gradient = vec3(0.0);
    o_normal = vec4(0.0);
    if (vertex >= u_end)
        return;
    vec3 position = texelFetch(u_positions, hpyr_plane_texel(vertex, u_positions_row), 0).xyz;
    ivec3 cell = hpyr_cell_at(position);
    int leaf = hpyr_leaf_around(cell, depth), shift = u_hpyr_last_depth - depth;
    vec3 part = clamp(position / float(1 << shift) - vec3(cell >> shift), 0.0, 1.0);
    hpyr_corners(leaf, lower, upper);
    vec4 y = mix(vec4(lower.xy, upper.xy), vec4(lower.zw, upper.zw), part.y);
    vec4 z = mix(vec4(lower.xz, upper.xz), vec4(lower.yw, upper.yw), part.z); // (x, y): 00 01 10 11
    vec2 sides_x = mix(vec2(z.x, z.z), vec2(z.y, z.w), part.y), sides_y = mix(z.xy, z.zw, part.x);
    vec2 sides_z = mix(vec2(y.x, y.y), vec2(y.z, y.w), part.x);
    for (int i = 0; i < u_axes; i++) {
        ivec3 axis = ivec3(equal(ivec3(i), ivec3(0, 1, 2)));
        gradient += vec3(axis) * slope(leaf, axis, part, i == 0 ? sides_x : i == 1 ? sides_y : sides_z);
    }
    float largest = max(max(abs(gradient.x), abs(gradient.y)), abs(gradient.z));
    if (largest > 0.0)
        o_normal.xyz = normalize(gradient / largest);
}
