// return.frag.glsl - moves particles home from where they were.  SPDX-License-Identifier: MIT
uniform sampler2D u_moving, u_speeds;
uniform float u_time, u_duration;

void main() {
    vec2 e = entry();
    particle from = particle(TEXEL(u_moving, e, vec2(u_side)), TEXEL(u_speeds, e, vec2(u_side)));
    write(physics_return(home_of(e), random_of(e), from, u_time, u_duration));
}
