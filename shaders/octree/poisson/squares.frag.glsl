// The sum of the squares of a block's numbers, and of the squares of 2^-40 of them, which are finite where the others are
// too large for a float.
#include "octree/poisson/halves.glsl"
uniform int u_blocks;
uniform sampler2D u_lower, u_upper;
uniform ivec2 u_lower_row;
out vec4 o_squares;

void main() {
    int block = hpyr_target_texel();
    ivec2 at = hpyr_plane_texel(block, u_lower_row);
    vec4 lower = texelFetch(u_lower, at, 0), upper = texelFetch(u_upper, at, 0);
    o_squares = vec4(0.0);
    if (block >= u_blocks)
        return;
    o_squares.x = dot(lower, lower) + dot(upper, upper);
    lower *= exp2(-40.0);
    upper *= exp2(-40.0);
    o_squares.y = dot(lower, lower) + dot(upper, upper);
}
