// list.vert.glsl - a quad over the viewport.  SPDX-License-Identifier: MIT
out vec2 v_place;

void main() {
    v_place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = vec4(v_place * 2.0 - 1.0, 0.0, 1.0);
}
