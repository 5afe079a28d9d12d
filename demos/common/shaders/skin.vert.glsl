// skin.vert.glsl - draws the surface. It needs stand.glsl.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_position;
ATTRIBUTE vec3 a_normal;
ATTRIBUTE float a_density;
ATTRIBUTE vec2 a_blocked;
VARYING vec3 v_position; // in camera coordinates, so that the lights move with the camera
VARYING vec3 v_normal;
VARYING vec2 v_shade; // how much light is blocked outside and inside, 0..1
VARYING float v_density;

void main() {
    vec4 position = vec4(placed(a_position), 1.0);
    v_position = (u_view * position).xyz;
    v_normal = mat3(u_view) * turned(a_normal);
    v_shade = a_blocked;
    v_density = a_density;
    gl_Position = u_view_projection * position;
}
