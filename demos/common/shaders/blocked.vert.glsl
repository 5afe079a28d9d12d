// blocked.vert.glsl - tells for each vertex how much light is blocked there: once for a mesh, since llvmpipe would take
// longer for it than for all else of a frame. It needs shade.glsl.  SPDX-License-Identifier: MIT
ATTRIBUTE vec3 a_position;
ATTRIBUTE vec3 a_normal;
uniform vec4 u_cube; // of the octree: origin and side
VARYING vec2 v_blocked;

void main() {
    v_blocked = shade((a_position - u_cube.xyz) / u_cube.w, a_normal, 1.0, 5);
    gl_Position = vec4(0.0);
}
