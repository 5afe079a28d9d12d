// Numbers of the nodes of a depth, in two textures of RGBA32F with a texel for each block: those of the
// lower four of eight siblings along x, and those of the upper four.
#include "list/plane.glsl"
#include "octree/poisson/value_of.glsl"

// 1 for each of four nodes whose bit is set, 0 for the others.
vec4 hpyr_mask(uint bits) {
    return vec4((uvec4(bits) >> uvec4(0u, 1u, 2u, 3u)) & 1u);
}
