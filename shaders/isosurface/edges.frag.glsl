// Writes a record for each word of 32 samples, which a later pass gets by one fetch: the edges
// crossed along x, y and z; and twice the rank of the first of those edges, plus 1 if the first
// sample of the next word owns a crossed edge along z.
// The rank of an edge is its vertex's index. Edges are in line order of samples, then z, y, x.
#include <pyramid vertex_>
#include "isosurface/planes.glsl"

uniform usampler2D u_ranks; // written by ranks.frag.glsl
layout(location = 0) out uvec4 o_edges0;
layout(location = 1) out uvec4 o_edges1;
layout(location = 2) out uvec4 o_edges2;
layout(location = 3) out uvec4 o_edges3;

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    planes p = planes_of(block_at(texel));
    uvec4 count = vertices_of(p), next = uvec4(p.z.yzw & 1u, p.next_z);
    vec2 group = (vec2(texel.x >> 4, texel.y) + 0.5) * u_texel * vec2(16.0, 1.0);
    uint rank = textureLod(u_ranks, group, 0.0).r + vertex_first_output_in(ivec3(texel, 0), 2);
    o_edges0 = uvec4(p.x.x, p.y.x, p.z.x, (rank << 1) | next.x);
    rank += count.x;
    o_edges1 = uvec4(p.x.y, p.y.y, p.z.y, (rank << 1) | next.y);
    rank += count.y;
    o_edges2 = uvec4(p.x.z, p.y.z, p.z.z, (rank << 1) | next.z);
    rank += count.z;
    o_edges3 = uvec4(p.x.w, p.y.w, p.z.w, (rank << 1) | next.w);
}
