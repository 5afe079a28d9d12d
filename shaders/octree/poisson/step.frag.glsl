// Conjugate gradients: new values, and new directions.
#include "octree/poisson/halves.glsl"
uniform sampler2D u_values_lower, u_values_upper, u_directions_lower, u_directions_upper, u_residuals_lower,
    u_residuals_upper;
uniform ivec2 u_values_lower_row;
uniform sampler2D u_sums; // squares of the residuals, products with the directions, squares before
layout(location = 0) out vec4 o_values_lower;
layout(location = 1) out vec4 o_values_upper;
layout(location = 2) out vec4 o_directions_lower;
layout(location = 3) out vec4 o_directions_upper;

void main() {
    ivec2 at = hpyr_plane_texel(hpyr_target_texel(), u_values_lower_row);
    vec4 sums = texelFetch(u_sums, ivec2(0), 0);
    float step_ = sums.y > 0.0 ? sums.z / sums.y : 0.0, turn = sums.z > 0.0 ? sums.x / sums.z : 0.0;
    vec4 lower = texelFetch(u_directions_lower, at, 0), upper = texelFetch(u_directions_upper, at, 0);
    o_values_lower = texelFetch(u_values_lower, at, 0) + step_ * lower;
    o_values_upper = texelFetch(u_values_upper, at, 0) + step_ * upper;
    o_directions_lower = texelFetch(u_residuals_lower, at, 0) + turn * lower;
    o_directions_upper = texelFetch(u_residuals_upper, at, 0) + turn * upper;
}
