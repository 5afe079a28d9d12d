// Copies the densities of a depth to where density.glsl reads them.
#include "octree/poisson/halves.glsl"
uniform int u_first; // texel of the depth's first block
uniform int u_blocks;
uniform sampler2D u_lower, u_upper;
uniform ivec2 u_lower_row;
out vec4 o_densities;

void main() {
    int texel = hpyr_target_texel() - u_first;
    if (texel < 0 || texel >= 2 * u_blocks)
        discard;
    ivec2 at = hpyr_plane_texel(texel >> 1, u_lower_row);
    o_densities = (texel & 1) == 0 ? texelFetch(u_lower, at, 0) : texelFetch(u_upper, at, 0);
}
