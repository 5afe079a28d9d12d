// overlay.vert.glsl - places coloured triangles, given in pixels.  SPDX-License-Identifier: MIT
ATTRIBUTE vec2 a_position;
ATTRIBUTE vec2 a_place;
ATTRIBUTE vec4 a_colour;
uniform vec2 u_size;
VARYING vec2 v_place;
VARYING vec4 v_colour;

void main() {
    v_place = a_place;
    v_colour = a_colour;
    gl_Position = vec4(a_position / u_size * 2.0 - 1.0, 0.0, 1.0);
}
