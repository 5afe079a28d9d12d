// Conjugate gradients: the squares of the first residuals, and the squares of 2^-40 of them, which are finite where
// the others are too large for a float.
#include "octree/poisson/halves.glsl"
uniform int u_blocks;
uniform sampler2D u_residuals_lower, u_residuals_upper;
uniform ivec2 u_residuals_lower_row;
out vec4 o_squares;

void main() {
    int block = hpyr_target_texel();
    ivec2 at = hpyr_plane_texel(block, u_residuals_lower_row);
    vec4 lower = texelFetch(u_residuals_lower, at, 0), upper = texelFetch(u_residuals_upper, at, 0);
    o_squares = vec4(0.0);
    if (block >= u_blocks)
        return;
    o_squares.x = dot(lower, lower) + dot(upper, upper);
    lower *= exp2(-40.0);
    upper *= exp2(-40.0);
    o_squares.y = dot(lower, lower) + dot(upper, upper);
}
