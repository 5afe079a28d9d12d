// surface.frag.glsl - the surface: warm outside, where the field is smaller, and cool inside; light.glsl and screen.glsl stand before.
// SPDX-License-Identifier: MIT
VARYING vec3 v_position;
VARYING vec3 v_normal;
uniform float u_wires; // 1 for the lines between triangles

void main() {
    vec3 to_eye = normalize(-v_position);
    float size = length(v_normal);
    vec3 n = size > 0.0 ? v_normal / size : to_eye;
    n = gl_FrontFacing ? n : -n;
    // A smooth normal may look away where its triangle does not: then it is as steep as it can be.
    float facing = dot(n, to_eye);
    n = facing < 0.02 ? normalize(n + (0.02 - facing) * to_eye) : n;
    vec3 base = gl_FrontFacing ? vec3(0.72, 0.36, 0.19) : vec3(0.10, 0.27, 0.40);
    vec3 colour = light_surface(base, n, to_eye, 0.42);
    // Edges and folds: dark where the surface turns away, so that what lies before other parts stands out.
    float edge = 1.0 - max(dot(n, to_eye), 0.0);
    colour *= 1.0 - 0.55 * edge * edge * edge;
    colour = mix(colour, vec3(0.012, 0.016, 0.024), u_wires);
    o_colour = vec4(encode(film(colour)), mix(1.0, 0.62, u_wires));
}
