// background.frag.glsl - draws a dim room, brighter behind the surface, in the screen's colors. It
// runs for every pixel, so it is cheap.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;

void main() {
    vec2 away = (v_place - vec2(0.5, 0.52)) * vec2(1.25, 1.0);
    float near = 1.0 / (1.0 + 2.4 * dot(away, away));
    vec3 color = mix(vec3(0.024, 0.030, 0.058), vec3(0.150, 0.196, 0.290), near * near);
    // Noise of half a step of eight bits: without it a dark gradient would show its steps.
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    o_color = vec4(color + grain / 255.0, 1.0);
}
