// line.vert.glsl - puts a line of places of the picture, as view.h has them, over it.  SPDX-License-Identifier: MIT
ATTRIBUTE vec2 a_place;
uniform vec2 u_square; // half sides of the square in the middle, where the picture is -1 to 1

void main() {
    gl_Position = vec4(a_place * u_square, 0.0, 1.0);
}
