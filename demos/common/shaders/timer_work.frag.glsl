// timer_work.frag.glsl - does work that no compiler can leave out, so that GPU timestamps can be
// tested on it. Only GLSL 3.30.  SPDX-License-Identifier: MIT
uniform int u_rounds;

void main() {
    uint value = uint(gl_FragCoord.x) * 2654435761u + uint(gl_FragCoord.y);
    for (int i = 0; i < u_rounds; i++)
        value = value * 1664525u + (value >> 7) + 1013904223u;
    o_colour = vec4(float(value & 255u) / 255.0);
}
