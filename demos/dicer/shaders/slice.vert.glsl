// slice.vert.glsl - one slice, where it lies in the volume.  SPDX-License-Identifier: MIT
uniform mat4 u_view_projection;
uniform float u_z;
out vec2 v_place;

void main() {
    v_place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = u_view_projection * vec4(v_place * 2.0 - 1.0, u_z, 1.0);
}
