// Colour and normal of a voxel, into their lists.
flat in vec3 v_normal, v_colour;
flat in vec2 v_texcoord;
uniform sampler2D u_texture;
uniform bool u_textured;
layout(location = 0) out vec4 o_colour;
layout(location = 1) out vec4 o_normal;
void main() {
    vec3 texel = textureLod(u_texture, v_texcoord, 0.0).rgb;
    o_colour = vec4(u_textured ? v_colour * texel : v_colour, 1.0);
    o_normal = vec4(v_normal, 0.0);
}
