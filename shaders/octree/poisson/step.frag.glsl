// Conjugate gradients: new values, by a step along the last two directions, or along the last one alone.
#include "octree/poisson/halves.glsl"
uniform sampler2D u_values_lower, u_values_upper, u_directions_lower, u_directions_upper, u_before_lower,
    u_before_upper;
uniform ivec2 u_values_lower_row;
uniform sampler2D u_sums, u_sums_before; // of both: see sum.frag.glsl
uniform bool u_are_two;
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;

void main() {
    ivec2 at = hpyr_plane_texel(hpyr_target_texel(), u_values_lower_row);
    float last = texelFetch(u_sums, ivec2(0), 0).z, before = u_are_two ? texelFetch(u_sums_before, ivec2(0), 0).z : 0.0;
    o_lower = texelFetch(u_values_lower, at, 0) + before * texelFetch(u_before_lower, at, 0) +
              last * texelFetch(u_directions_lower, at, 0);
    o_upper = texelFetch(u_values_upper, at, 0) + before * texelFetch(u_before_upper, at, 0) +
              last * texelFetch(u_directions_upper, at, 0);
}
