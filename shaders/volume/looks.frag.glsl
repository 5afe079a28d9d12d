// Writes color and normal of the voxels that are colored by a triangle of this batch.
#include "core/texels.glsl"

uniform sampler2D u_winners; // written by attributes.frag.glsl; x is 0 where no triangle won
uniform HPYR_BUFFER u_looks; // captured from looks.vert.glsl
uniform sampler2D u_texture;
uniform bool u_has_normals, u_textured;
layout(location = 0) out vec4 o_color;
layout(location = 1) out vec4 o_normal;
void main() {
    vec4 winner = texelFetch(u_winners, ivec2(gl_FragCoord.xy), 0);
    if (winner.x == 0.0)
        discard;
    int index = int(winner.x) - 1;
    vec3 weights = winner.yzw;
    vec4 look[6];
    for (int i = 0; i < 6; i++)
        look[i] = HPYR_BUFFER_TEXEL(u_looks, 6 * index + i);
    vec3 interpolated = weights.x * look[0].xyz + weights.y * look[2].xyz + weights.z * look[4].xyz;
    vec3 normal = u_has_normals ? interpolated : cross(look[2].xyz - look[0].xyz, look[4].xyz - look[0].xyz);
    float size = length(normal);
    vec2 texcoord = weights.x * vec2(look[0].w, look[1].x) + weights.y * vec2(look[2].w, look[3].x) +
                    weights.z * vec2(look[4].w, look[5].x);
    vec3 color = weights.x * look[1].yzw + weights.y * look[3].yzw + weights.z * look[5].yzw;
    vec3 texel = textureLod(u_texture, texcoord, 0.0).rgb;
    o_color = vec4(u_textured ? color * texel : color, 1.0);
    o_normal = vec4(size > 0.0 ? normal / size : vec3(0.0), 0.0);
}
