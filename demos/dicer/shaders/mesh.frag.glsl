// mesh.frag.glsl - draws the model's surface. It needs light.glsl.  SPDX-License-Identifier: MIT
VARYING vec3 v_position;
VARYING vec3 v_normal;
VARYING vec3 v_color;
VARYING vec2 v_texcoord;
uniform sampler2D u_texture;
uniform bool u_is_textured;
uniform float u_gloss;

void main() {
    // A color may be extrapolated below 0 at the edge of a triangle.
    vec3 base = max(v_color, vec3(0.0)) * (u_is_textured ? TEXTURE_2D(u_texture, v_texcoord).rgb : vec3(1.0));
    vec3 color = light_surface(pow(base, vec3(2.2)), normalize(v_normal), normalize(-v_position), u_gloss);
    o_color = vec4(pow(min(color, vec3(1.0)), vec3(1.0 / 2.2)), 1.0);
}
