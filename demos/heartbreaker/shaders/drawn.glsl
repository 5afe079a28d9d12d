// drawn.glsl - finds the particle of a point. It needs swarm.glsl.  SPDX-License-Identifier: MIT
uniform sampler2D u_normals, u_colors, u_moving, u_speeds;
uniform bool u_is_moving; // false: all particles are at home
uniform float u_ahead;    // seconds from the state in the lists to the picture

#if __VERSION__ >= 300
vec2 entry() {
    int side = int(u_side);
    return vec2(gl_VertexID % side, gl_VertexID / side);
}
#else
ATTRIBUTE vec2 a_entry;

vec2 entry() {
    return a_entry;
}
#endif
