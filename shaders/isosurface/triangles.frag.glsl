// Writes one triangle of the welded mesh: the ranks of its edges, which are its indices.
#include "isosurface/cell.glsl"
#include "isosurface/end_of_keys.glsl"

uniform uint u_first, u_end, u_base;
uniform int u_width;
out uvec4 o_indices;

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    uint key = u_first + uint(texel.y * u_width + texel.x);
    uvec4 indices = uvec4(0u); // GLSL ES indexes outputs by constants only
    if (key >= u_first && key < min(u_end, end_of_keys())) {
        cell c = cell_of_key(key);
        uvec3 edges = edges_of_triangle(c);
        uvec4 along_x = c.rank + c.z + c.y;
        uvec4 along_y =
            uvec4(c.rank.x + c.z.x, c.rank.x + c.own.x + c.z_next.x, c.rank.z + c.z.z, c.rank.z + c.own.z + c.z_next.z);
        uvec4 along_z = uvec4(c.rank.x, c.rank.x + c.own.x, c.rank.y, c.rank.y + c.own.y);
        for (int i = 0; i < 3; i++) {
            uvec4 ranks = edges[i] < 4u ? along_x : edges[i] < 8u ? along_y : along_z;
            indices[i] = u_base + word_of(ranks, int(edges[i] & 3u));
        }
    }
    o_indices = indices;
}
