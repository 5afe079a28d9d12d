// What a vertex of the mesh has, fetched by its index: OpenGL ES captures no indexed draws.
#include "core/texels.glsl"

layout(location = 0) in uint a_index;
uniform HPYR_UBUFFER u_positions, u_colors, u_normals, u_texcoords; // words of arrays
uniform uvec4 u_strides;                                            // of each array, in words

vec3 position_of_vertex() {
    int at = int(a_index * u_strides.x);
    return uintBitsToFloat(uvec3(HPYR_BUFFER_TEXEL(u_positions, at).r, HPYR_BUFFER_TEXEL(u_positions, at + 1).r,
                                 HPYR_BUFFER_TEXEL(u_positions, at + 2).r));
}

uint color_of_vertex() {
    return HPYR_BUFFER_TEXEL(u_colors, int(a_index * u_strides.y)).r;
}

vec3 normal_of_vertex() {
    int at = int(a_index * u_strides.z);
    return uintBitsToFloat(uvec3(HPYR_BUFFER_TEXEL(u_normals, at).r, HPYR_BUFFER_TEXEL(u_normals, at + 1).r,
                                 HPYR_BUFFER_TEXEL(u_normals, at + 2).r));
}

vec2 texcoord_of_vertex() {
    int at = int(a_index * u_strides.w);
    return uintBitsToFloat(uvec2(HPYR_BUFFER_TEXEL(u_texcoords, at).r, HPYR_BUFFER_TEXEL(u_texcoords, at + 1).r));
}
