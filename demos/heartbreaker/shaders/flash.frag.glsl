// flash.frag.glsl - the moment of impact: a burst and a ring that runs outwards.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform float u_burst, u_ring, u_ring_radius; // brightness of both

void main() {
    float r = length(v_place), edge = 1.0 - smoothstep(0.75, 1.0, r);
    float burst = exp(-r * r * 26.0) + 0.25 * exp(-r * r * 5.0), away = (r - u_ring_radius) / 0.035;
    o_colour = vec4((vec3(3.0, 2.1, 1.3) * u_burst * burst + vec3(1.0, 0.55, 0.30) * u_ring * exp(-away * away)) * edge, 0.0);
}
