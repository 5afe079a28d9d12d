// skin.vert.glsl - draws the surface. It needs stand.glsl.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_position;
ATTRIBUTE vec3 a_normal;
ATTRIBUTE float a_density;
VARYING vec3 v_position; // in camera coordinates, so that the lights move with the camera
VARYING vec3 v_normal;
VARYING float v_density;

void main() {
    vec4 position = vec4(placed(a_position), 1.0);
    v_position = (u_view * position).xyz;
    v_normal = mat3(u_view) * turned(a_normal);
    v_density = a_density;
    gl_Position = u_view_projection * position;
}
