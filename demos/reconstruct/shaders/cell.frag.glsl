// cell.frag.glsl - draws lines that fade with their distance. It needs screen.glsl.  SPDX-License-Identifier: MIT
FLAT_VARYING vec3 v_color;
VARYING float v_distance;
uniform vec2 u_distances; // of the nearest and the farthest place in the box

void main() {
    float away = clamp((v_distance - u_distances.x) / (u_distances.y - u_distances.x), 0.0, 1.0);
    o_color = vec4(encode(v_color * mix(1.5, 0.25, away)), 1.0);
}
