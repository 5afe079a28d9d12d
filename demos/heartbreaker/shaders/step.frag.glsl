// step.frag.glsl - does u_count steps of all particles.  SPDX-License-Identifier: MIT
uniform sampler2D u_moving, u_speeds;
uniform float u_first; // steps that were done before
uniform int u_count;

void main() {
    vec2 e = entry();
    particle s = particle(TEXEL(u_moving, e, vec2(u_side)), TEXEL(u_speeds, e, vec2(u_side)));
    write(physics_steps(home_of(e), random_of(e), s, u_first, u_count));
}
