// present_over.frag.glsl - lays the drawn splats over the background: a plain color, or a dim room
// that is brighter behind what is looked at.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
uniform sampler2D u_splats; // premultiplied
uniform bool u_is_plain;
uniform bool u_is_scaled; // fewer pixels were drawn than are shown
uniform vec3 u_background;

// Noise of half a step of eight bits: without it a dark gradient would show its steps.
vec3 room() {
    vec2 away = (v_place - vec2(0.5, 0.46)) * vec2(1.3, 1.0);
    float near = 1.0 / (1.0 + 3.2 * dot(away, away));
    vec3 color = mix(vec3(0.020, 0.022, 0.036), vec3(0.155, 0.165, 0.215), near * near);
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    return color + grain / 255.0;
}

void main() {
    vec4 splats = u_is_scaled ? texture(u_splats, v_place) : texelFetch(u_splats, ivec2(gl_FragCoord.xy), 0);
    vec3 behind = u_is_plain ? u_background : room();
    o_color = vec4(splats.rgb + (1.0 - splats.a) * behind, 1.0);
}
