// skin.frag.glsl - draws the surface, warm outside and cool inside, or in the colors of the depth that
// points reach there. It needs polish.glsl, screen.glsl and depths.glsl.  SPDX-License-Identifier: MIT
VARYING vec3 v_position;
VARYING vec3 v_normal;
VARYING vec2 v_shade;
VARYING float v_density;
uniform vec3 u_warm, u_cool; // linear colors of both sides
uniform float u_wires;       // darkness of the lines between triangles; 0 draws the surface
uniform float u_dimness;     // 0 is the surface as it is, 1 is nothing of it
uniform bool u_tells_density;
uniform float u_deepest; // of the octree

void main() {
    vec3 to_eye = normalize(-v_position);
    float size = length(v_normal);
    vec3 n = size > 0.0 ? v_normal / size : to_eye;
    n = gl_FrontFacing ? n : -n;
    // A smooth normal may point away from the eye where its triangle does not: limit it.
    float facing = dot(n, to_eye);
    n = facing < 0.02 ? normalize(n + (0.02 - facing) * to_eye) : n;
    vec3 base = gl_FrontFacing ? u_warm : u_cool;
    if (u_tells_density && gl_FrontFacing)
        base = depth_color(v_density, u_deepest);
    float blocked = gl_FrontFacing ? v_shade.x : v_shade.y;
    vec3 color = encode(film(light_polished(base, n, to_eye, blocked)));
    color = mix(color, vec3(0.075, 0.095, 0.145), u_dimness);
    o_color = u_wires > 0.0 ? vec4(0.04, 0.05, 0.07, u_wires) : vec4(color, 1.0);
}
