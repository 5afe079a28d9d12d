// Writes the numbers of vertices (up to the next slab's) and of triangles into one texel.
#include <pyramid vertex_>
#include <pyramid triangle_>
#include "isosurface/records.glsl"

uniform uint u_owned_end; // first sample of the next slab
uniform uint u_count;     // number of samples
out uvec4 o_totals;

void main() {
    ivec3 last = ivec3(texel_of((u_count - 1u) >> 7), 0);
    uint vertices = vertex_rank(last) + vertex_count(last);
    if (u_owned_end < u_count) {
        uvec4 edges = edges_of_word(u_owned_end >> 5);
        vertices = (edges.w >> 1) + outputs_below(edges.xyz, uvec3(1u), u_owned_end & 31u);
    }
    o_totals = uvec4(vertices, triangle_rank(last) + triangle_count(last), 0u, 0u);
}
