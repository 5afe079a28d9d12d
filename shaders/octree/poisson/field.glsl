// Reads the vector field: an array texture of six layers with a texel for each block. Layers 2 i and
// 2 i + 1 have component i of the lower four of eight siblings along x, and of the upper four. It is
// read through a filter for nearest texels, which a software rasterizer does in half the time of
// texelFetch.
#include "octree/poisson/halves.glsl"
uniform sampler2DArray u_field;
uniform ivec2 u_field_row;
uniform vec2 u_field_texel; // 1 / size of the array

vec4 hpyr_field(int block, int layer) {
    vec2 at = (vec2(hpyr_plane_texel(max(block, 0), u_field_row)) + 0.5) * u_field_texel;
    return block < 0 ? vec4(0.0) : textureLod(u_field, vec3(at, float(layer)), 0.0);
}
