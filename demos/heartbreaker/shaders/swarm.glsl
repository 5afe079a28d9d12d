// swarm.glsl - where particle number `particle` is: engine.h's lists.  SPDX-License-Identifier: MIT
uniform sampler2D u_cells, u_normals, u_colours, u_moving, u_speeds, u_random;
uniform float u_side; // of the lists
uniform vec3 u_grid;
uniform bool u_is_moving;
uniform float u_ahead;

#if __VERSION__ >= 330
#    define PARTICLE float(gl_VertexID)
#else
ATTRIBUTE float a_particle;
#    define PARTICLE a_particle
#endif

vec2 entry_of(float particle, float side) {
    float row = floor((particle + 0.5) / side);
    return vec2(particle - row * side, row);
}

vec3 home_of(vec2 entry) {
    return (TEXEL(u_cells, entry, u_side).xyz + 0.5) / u_grid * 2.0 - 1.0;
}

vec4 random_of(float particle) {
    const float side = 64.0, count = 4096.0;
    return TEXEL(u_random, entry_of(particle - floor((particle + 0.5) / count) * count, side), side);
}
