// solid.frag.glsl - draws a waxy, glossy surface below the front. It needs exposure.glsl,
// studio.glsl and front.glsl.  SPDX-License-Identifier: MIT
VARYING vec3 v_position, v_normal, v_color;
VARYING vec2 v_texcoord;
uniform sampler2D u_texture;
uniform bool u_is_textured;
uniform vec3 u_eye;
uniform float u_floor, u_dim; // u_dim: how fast a mirror image fades with height

void main() {
    float above = v_position.y - u_front;
#if __VERSION__ < 330
    if (above > 0.0)
        discard; // GLSL 3.30 clips it; GLSL ES 3.00 and 1.20 cannot
#endif
    vec3 to_eye = normalize(u_eye - v_position);
    float size = length(v_normal);
    vec3 n = size > 0.0 ? v_normal / size : to_eye;
    n = dot(n, to_eye) < 0.0 ? -n : n;   // open models show their insides
    vec3 base = max(v_color, vec3(0.0)); // extrapolation may go below 0
    if (u_is_textured)
        base *= pow(TEXTURE_2D(u_texture, v_texcoord).rgb, vec3(2.2));
    vec3 color = studio_light(base, n, to_eye, 0.85, 0.25);
    if (above > -u_band)
        color += front_glow(above);
    if (u_dim > 0.0)
        color *= exp(-u_dim * (v_position.y - u_floor));
    o_color = vec4(exposed(color) + grain(), 1.0);
}
