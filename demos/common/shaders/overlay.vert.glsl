// overlay.vert.glsl - places colored triangles, given in pixels.  SPDX-License-Identifier: MIT
ATTRIBUTE vec2 a_position;
ATTRIBUTE vec2 a_place;
ATTRIBUTE vec4 a_color;
uniform vec2 u_size;
VARYING vec2 v_place;
VARYING vec4 v_color;

void main() {
    v_place = a_place;
    v_color = a_color;
    gl_Position = vec4(a_position / u_size * 2.0 - 1.0, 0.0, 1.0);
}
