// flash.vert.glsl - a square that faces the camera.  SPDX-License-Identifier: MIT
ATTRIBUTE vec2 a_corner;
uniform mat4 u_view_projection;
uniform vec3 u_impact, u_right, u_up;
uniform float u_size;
VARYING vec2 v_place;

void main() {
    v_place = a_corner * 2.0 - 1.0;
    gl_Position = u_view_projection * vec4(u_impact + (u_right * v_place.x + u_up * v_place.y) * u_size, 1.0);
}
