// Conjugate gradients: the squares of the first residuals.
#include "octree/poisson/halves.glsl"
uniform int u_blocks;
uniform sampler2D u_residuals_lower, u_residuals_upper;
uniform ivec2 u_residuals_lower_row;
out vec4 o_square;

void main() {
    int block = hpyr_target_texel();
    ivec2 at = hpyr_plane_texel(block, u_residuals_lower_row);
    vec4 lower = texelFetch(u_residuals_lower, at, 0), upper = texelFetch(u_residuals_upper, at, 0);
    o_square = block < u_blocks ? vec4(dot(lower, lower) + dot(upper, upper)) : vec4(0.0);
}
