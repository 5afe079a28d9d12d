// place_vertex.glsl - sets a vertex's outputs. It needs place.glsl and shade.glsl.  SPDX-License-Identifier: MIT
uniform mat3 u_texture_matrix;
uniform vec3 u_texture_offset;
VARYING vec3 v_position; // in camera coordinates, so that the lights move with the camera
VARYING vec3 v_normal;
VARYING vec2 v_shade; // how much light is blocked outside and inside, 0..1

void place_vertex(vec3 at, vec3 normal) {
    vec4 position = vec4(placed(at), 1.0);
    v_position = (u_view * position).xyz;
    v_normal = mat3(u_view) * turned(normal);
    v_shade = shade(u_texture_matrix * at + u_texture_offset, u_texture_matrix * normal / u_scale, 1.6, 3);
    gl_Position = u_view_projection * position;
}
