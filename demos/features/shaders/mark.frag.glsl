// mark.frag.glsl - a circle, a square with a cross, a frame, or all of it.  SPDX-License-Identifier: MIT
VARYING vec2 v_place;
VARYING float v_reach;
VARYING float v_rank;
uniform int u_shape;   // 0 circle, 1 square with a cross, 2 frame, 3 full square
uniform vec2 u_aspect; // of a frame, its longer side is 1
uniform float u_line;
uniform vec3 u_ranks[3]; // colors of the strongest, a middle one and the weakest
uniform vec3 u_edge;     // of a full square

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
    vec3 color =
        v_rank < 0.5 ? mix(u_ranks[0], u_ranks[1], 2.0 * v_rank) : mix(u_ranks[1], u_ranks[2], 2.0 * v_rank - 1.0);
    if (u_shape >= 2) // these have no ranks
        color = u_shape == 3 ? u_edge : u_ranks[0];
    if (u_shape == 3)
        shadow = 0.0;
    float alpha = max(cover, shadow);
    if (alpha <= 0.0)
        discard;
    o_color = vec4(color * cover, alpha);
}
