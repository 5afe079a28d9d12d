// place_vertex.glsl - sets a vertex's outputs. It needs place.glsl.  SPDX-License-Identifier: MIT
uniform mat3 u_texture_matrix;
uniform vec3 u_texture_offset;
uniform sampler3D u_inside; // how much around a place is inside and outside, with mipmaps
uniform float u_cell;       // side of its finest cells, in the box
VARYING vec3 v_position;    // in camera coordinates, so that the lights move with the camera
VARYING vec3 v_normal;
VARYING vec2 v_shade; // how much light is blocked outside and inside, 0..1

#if __VERSION__ >= 330
#    define INSIDE(place, level)  textureLod(u_inside, place, level).r
#    define OUTSIDE(place, level) textureLod(u_inside, place, level).g
#else
#    define INSIDE(place, level)  texture3DLod(u_inside, place, level).r
#    define OUTSIDE(place, level) texture3DLod(u_inside, place, level).a
#endif

// Steps away from the surface into ever wider cells, so that a flat surface does not block its own
// light. It runs by vertex: llvmpipe has more fragments than vertices even for small triangles.
vec2 shade(vec3 at, vec3 outwards) {
    float far = 1.6 * u_cell, weight = 0.55;
    vec2 sum = vec2(0.0);
    for (int level = 0; level < 3; level++) {
        sum.x += weight * INSIDE(at + outwards * far, float(level));
        sum.y += weight * OUTSIDE(at - outwards * far, float(level));
        far *= 2.0;
        weight *= 0.9;
    }
    return min(sum, 1.0);
}

void place_vertex(vec3 at, vec3 normal) {
    vec4 position = vec4(placed(at), 1.0);
    v_position = (u_view * position).xyz;
    v_normal = mat3(u_view) * turned(normal);
    v_shade = shade(u_texture_matrix * at + u_texture_offset, u_texture_matrix * normal / u_scale);
    gl_Position = u_view_projection * position;
}
