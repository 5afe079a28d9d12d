// mesh.frag.glsl - a glossy surface under three lights.  SPDX-License-Identifier: MIT
VARYING vec3 v_position;
VARYING vec3 v_normal;
VARYING vec3 v_colour;
VARYING vec2 v_texcoord;
uniform sampler2D u_texture;
uniform bool u_is_textured;

void main() {
    vec3 to_eye = normalize(-v_position);
    vec3 n = normalize(v_normal);
    n = dot(n, to_eye) < 0.0 ? -n : n; // open models show their insides
    vec3 key = normalize(vec3(-0.45, 0.75, 0.60)), fill = normalize(vec3(0.9, 0.1, 0.35));
    float sky = 0.5 + 0.5 * n.y;
    vec3 light = mix(vec3(0.07, 0.06, 0.07), vec3(0.30, 0.34, 0.40), sky);
    light += vec3(1.00, 0.94, 0.86) * 0.85 * max(dot(n, key), 0.0);
    light += vec3(0.45, 0.55, 0.75) * 0.22 * max(dot(n, fill), 0.0);
    // At a triangle's edge a colour may be extrapolated below 0.
    vec3 base = max(v_colour, vec3(0.0)) * (u_is_textured ? TEXTURE_2D(u_texture, v_texcoord).rgb : vec3(1.0));
    vec3 colour = pow(base, vec3(2.2)) * light;
    colour += vec3(0.38) * pow(max(dot(n, normalize(key + to_eye)), 0.0), 60.0);
    colour += vec3(0.25, 0.32, 0.42) * pow(1.0 - max(dot(n, to_eye), 0.0), 4.0); // an edge against the dark
    o_colour = vec4(pow(min(colour, vec3(1.0)), vec3(1.0 / 2.2)), 1.0);
}
