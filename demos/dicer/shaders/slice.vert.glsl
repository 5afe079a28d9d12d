// slice.vert.glsl - places a slice in the volume.  SPDX-License-Identifier: MIT
ATTRIBUTE vec2 a_corner;
uniform mat4 u_view_projection;
uniform float u_z;
VARYING vec2 v_place;

void main() {
    v_place = a_corner;
    gl_Position = u_view_projection * vec4(a_corner * 2.0 - 1.0, u_z, 1.0);
}
