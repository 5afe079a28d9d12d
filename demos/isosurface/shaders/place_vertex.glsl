// place_vertex.glsl - what a vertex of the surface tells its fragments; place.glsl stands before.  SPDX-License-Identifier: MIT
uniform mat3 u_texture_matrix;
uniform vec3 u_texture_offset;
VARYING vec3 v_position; // as the camera sees them, so that the lights go with the camera
VARYING vec3 v_normal;
VARYING vec3 v_texture; // in the volume
VARYING vec3 v_outwards; // the way there of the normal, for one unit of the box

void place_vertex(vec3 at, vec3 normal) {
    vec4 position = vec4(placed(at), 1.0);
    v_position = (u_view * position).xyz;
    v_normal = mat3(u_view) * turned(normal);
    v_texture = u_texture_matrix * at + u_texture_offset;
    v_outwards = u_texture_matrix * normal / u_scale;
    gl_Position = u_view_projection * position;
}
