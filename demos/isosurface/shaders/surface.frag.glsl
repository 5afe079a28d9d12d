// surface.frag.glsl - draws the surface: warm outside, where the field is smaller, and cool inside.
// It needs light.glsl and screen.glsl.  SPDX-License-Identifier: MIT
VARYING vec3 v_position;
VARYING vec3 v_normal;
VARYING vec2 v_shade;
uniform float u_wires; // darkness of the lines between triangles; 0 draws the surface

vec3 light() {
    vec3 to_eye = normalize(-v_position);
    float size = length(v_normal);
    vec3 n = size > 0.0 ? v_normal / size : to_eye;
    n = gl_FrontFacing ? n : -n;
    // A smooth normal may point away from the eye where its triangle does not: limit it.
    float facing = dot(n, to_eye);
    n = facing < 0.02 ? normalize(n + (0.02 - facing) * to_eye) : n;
    vec3 base = gl_FrontFacing ? vec3(0.74, 0.37, 0.19) : vec3(0.10, 0.28, 0.42);
    vec3 colour = light_surface(base, n, to_eye, 0.42);
    vec3 corner = mix(vec3(1.0), base, 0.35) * 0.25; // reflected light has the surface's colour
    colour *= mix(vec3(1.0), corner, gl_FrontFacing ? v_shade.x : v_shade.y);
    // Darkens where the surface turns away, so that parts in front stand out.
    float edge = 1.0 - max(dot(n, to_eye), 0.0);
    return colour * (1.0 - 0.75 * edge * edge * edge);
}

void main() {
    o_colour = u_wires > 0.0 ? vec4(0.04, 0.05, 0.07, u_wires) : vec4(encode(film(light())), 1.0);
}
