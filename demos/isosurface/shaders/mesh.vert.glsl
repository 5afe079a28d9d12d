// mesh.vert.glsl - a vertex from a buffer; place.glsl stands before.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_position;
ATTRIBUTE vec3 a_normal;
VARYING vec3 v_position; // as the camera sees them, so that the lights go with the camera
VARYING vec3 v_normal;

void main() {
    vec4 position = vec4(placed(a_position), 1.0);
    v_position = (u_view * position).xyz;
    v_normal = mat3(u_view) * turned(a_normal);
    gl_Position = u_view_projection * position;
}
