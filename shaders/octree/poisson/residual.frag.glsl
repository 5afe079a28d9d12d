// Conjugate gradients: new residuals and new directions.
#include "octree/poisson/halves.glsl"
uniform sampler2D u_residuals_lower, u_residuals_upper, u_products_lower, u_products_upper, u_directions_lower,
    u_directions_upper;
uniform ivec2 u_residuals_lower_row;
uniform sampler2D u_sums; // see sum.frag.glsl
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;
layout(location = 2) out vec4 o_directions_lower;
layout(location = 3) out vec4 o_directions_upper;

void main() {
    ivec2 at = hpyr_plane_texel(hpyr_target_texel(), u_residuals_lower_row);
    vec4 sums = texelFetch(u_sums, ivec2(0), 0);
    o_lower = texelFetch(u_residuals_lower, at, 0) - sums.z * texelFetch(u_products_lower, at, 0);
    o_upper = texelFetch(u_residuals_upper, at, 0) - sums.z * texelFetch(u_products_upper, at, 0);
    o_directions_lower = o_lower + sums.w * texelFetch(u_directions_lower, at, 0);
    o_directions_upper = o_upper + sums.w * texelFetch(u_directions_upper, at, 0);
}
