// mark.frag.glsl - a circle, a square with a cross, a frame, or all of it.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
VARYING float v_reach;
VARYING float v_rank;
uniform int u_shape;   // 0 circle, 1 square with a cross, 2 frame, 3 full square
uniform vec2 u_aspect; // of a frame, its longer side is 1
uniform float u_line;

// How far a place lies from the line, in pixels.
float distance_to_line(vec2 place) {
    vec2 beyond = abs(place) - v_reach * u_aspect;
    float frame = abs(max(beyond.x, beyond.y));
    if (u_shape == 0)
        return abs(length(place) - v_reach);
    if (u_shape == 1) {
        float arms = max(min(abs(place.x), abs(place.y)), max(abs(place.x), abs(place.y)) - 0.45 * v_reach);
        return min(frame, arms);
    }
    return u_shape == 2 ? frame : max(max(beyond.x, beyond.y), 0.0);
}

void main() {
    float from_line = distance_to_line(v_place) - 0.5 * u_line;
    float cover = clamp(0.5 - from_line, 0.0, 1.0), shadow = clamp(1.5 - from_line, 0.0, 1.0) * 0.6;
    vec3 strong = vec3(1.0, 0.85, 0.1), middle = vec3(1.0, 0.3, 0.15), weak = vec3(0.2, 0.65, 1.0);
    vec3 color = v_rank < 0.5 ? mix(strong, middle, 2.0 * v_rank) : mix(middle, weak, 2.0 * v_rank - 1.0);
    if (u_shape == 3) {
        shadow = 0.0;
        color = vec3(0.2, 1.0, 0.45);
    }
    float alpha = max(cover, shadow);
    if (alpha <= 0.0)
        discard;
    o_color = vec4(color * cover, alpha);
}
