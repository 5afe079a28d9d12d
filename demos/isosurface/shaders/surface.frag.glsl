// surface.frag.glsl - draws the surface: warm outside, where the field is smaller, and cool inside.
// It needs screen.glsl and polish.glsl.  SPDX-License-Identifier: MIT
VARYING vec3 v_position;
VARYING vec3 v_normal;
VARYING vec2 v_shade;
uniform vec3 u_warm, u_cool; // linear colors of both sides
uniform float u_wires;       // darkness of the lines between triangles; 0 draws the surface

vec3 light() {
    vec3 to_eye = normalize(-v_position);
    float size = length(v_normal);
    vec3 n = size > 0.0 ? v_normal / size : to_eye;
    n = gl_FrontFacing ? n : -n;
    // A smooth normal may point away from the eye where its triangle does not: limit it.
    float facing = dot(n, to_eye);
    n = facing < 0.02 ? normalize(n + (0.02 - facing) * to_eye) : n;
    return light_polished(gl_FrontFacing ? u_warm : u_cool, n, to_eye, gl_FrontFacing ? v_shade.x : v_shade.y);
}

void main() {
    o_color = u_wires > 0.0 ? vec4(0.04, 0.05, 0.07, u_wires) : vec4(encode(film(light())), 1.0);
}
