// Conjugate gradients: new residuals, and the sum of their squares.
// HPYR_FIRST: those of begin.frag.glsl, as they are, which has no target for their squares.
#include "octree/poisson/halves.glsl"
uniform int u_blocks;
uniform sampler2D u_residuals_lower, u_residuals_upper, u_products_lower, u_products_upper;
uniform ivec2 u_residuals_lower_row;
uniform sampler2D u_sums; // products with the directions, squares of the residuals
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;
layout(location = 2) out vec4 o_square;

void main() {
    int block = hpyr_target_texel();
    ivec2 at = hpyr_plane_texel(block, u_residuals_lower_row);
    o_lower = texelFetch(u_residuals_lower, at, 0);
    o_upper = texelFetch(u_residuals_upper, at, 0);
#ifndef HPYR_FIRST
    vec4 sums = texelFetch(u_sums, ivec2(0), 0);
    float step_ = sums.x > 0.0 ? sums.y / sums.x : 0.0;
    o_lower -= step_ * texelFetch(u_products_lower, at, 0);
    o_upper -= step_ * texelFetch(u_products_upper, at, 0);
#endif
    o_square = block < u_blocks ? vec4(dot(o_lower, o_lower) + dot(o_upper, o_upper)) : vec4(0.0);
}
