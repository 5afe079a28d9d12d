// box.vert.glsl - draws the twelve edges of the box as lines. It needs stand.glsl.  SPDX-License-Identifier: MIT
uniform vec3 u_low, u_high;

void main() {
    int edge = gl_VertexID / 2, axis = edge / 4;
    vec3 corner = vec3(0.0);
    corner[axis] = float(gl_VertexID & 1);
    corner[(axis + 1) % 3] = float(edge & 1);
    corner[(axis + 2) % 3] = float(edge >> 1 & 1);
    gl_Position = u_view_projection * vec4(standing(mix(u_low, u_high, corner)), 1.0);
}
