// Reads the vector field: an array texture of six layers with a texel for each block. Layers 0 to 2 have
// the components of the lower four of eight siblings along x, layers 3 to 5 those of the upper four. It is
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

// The vector at one of eight siblings.
vec3 hpyr_field_of(int block, int child) {
    int layer = child < 4 ? 0 : 3;
    return vec3(hpyr_value_of(hpyr_field(block, layer), child & 3),
                hpyr_value_of(hpyr_field(block, layer + 1), child & 3),
                hpyr_value_of(hpyr_field(block, layer + 2), child & 3));
}
