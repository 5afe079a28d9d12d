// box.vert.glsl - draws the edges of the volume. It needs place.glsl.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_corner; // corner of the unit cube
uniform vec3 u_half;     // half the volume's size

void main() {
    gl_Position = u_view_projection * vec4(turned((a_corner * 2.0 - 1.0) * u_half * u_scale), 1.0);
}
