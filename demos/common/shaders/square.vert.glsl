// square.vert.glsl - draws a square over the viewport.  SPDX-License-Identifier: MIT
ATTRIBUTE vec2 a_corner;
VARYING vec2 v_place; // 0..1 from the lower left corner

void main() {
    v_place = a_corner;
    gl_Position = vec4(a_corner * 2.0 - 1.0, 0.0, 1.0);
}
