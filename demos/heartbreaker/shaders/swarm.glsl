// swarm.glsl - reads particles from the lists of engine.h: entry (x, y) is particle x + y * side.
// SPDX-License-Identifier: MIT
uniform sampler2D u_cells, u_random;
uniform vec3 u_grid;
uniform float u_side; // texels along a side of all lists

const float RANDOM_SIDE = 64.0;

vec3 home_of(vec2 entry) {
    return (TEXEL(u_cells, entry, vec2(u_side)).xyz + 0.5) / u_grid * 2.0 - 1.0;
}

// Particle i has entry i % 64^2. A float may not hold i = x + y * side, but holds these products.
vec4 random_of(vec2 entry) {
    float count = RANDOM_SIDE * RANDOM_SIDE;
    float i = mod(entry.x + mod(mod(entry.y, count) * mod(u_side, count), count), count);
    return TEXEL(u_random, vec2(mod(i, RANDOM_SIDE), floor(i / RANDOM_SIDE)), vec2(RANDOM_SIDE));
}
