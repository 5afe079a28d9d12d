// background.frag.glsl - a dim room, brighter where the surface is; screen.glsl stands before.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;

void main() {
    vec2 away = (v_place - vec2(0.5, 0.52)) * vec2(1.25, 1.0);
    vec3 light = mix(vec3(0.006, 0.008, 0.013), vec3(0.044, 0.053, 0.074), exp(-dot(away, away) * 3.2));
    // Within half a step of eight bits: a dark gradient would show its steps without.
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    o_colour = vec4(encode(light) + grain / 255.0, 1.0);
}
