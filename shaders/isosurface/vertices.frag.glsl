// Writes one vertex of the welded mesh: that of the edge whose rank is the key.
#include <pyramid vertex_>
#include "isosurface/edge.glsl"
#include "isosurface/records.glsl"
#include "isosurface/end_of_keys.glsl"

uniform uint u_first, u_end; // first key, end; texels from the end on are 0
uniform int u_width;
layout(location = 0) out vec4 o_position; // position, normal's x
layout(location = 1) out vec4 o_normal;   // normal's y and z

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    uint key = u_first + uint(texel.y * u_width + texel.x);
    o_position = o_normal = vec4(0.0);
    if (key >= u_first && key < min(u_end, end_of_keys())) {
        uvec4 point = vertex_point_at(key);
        uint block = block_at(ivec2(point.xy)), rest = point.w;
        uint word = word_of_key(block, rest);
        uvec3 edges = edges_of_word(word).xyz;
        uint bit = bit_of_key(edges, uvec3(1u), rest);
        uvec3 own = (edges >> bit) & 1u;
        int axis = own.z > rest ? 2 : own.z + own.y > rest ? 1 : 0;
        vec3 position, normal;
        hpyr_edge_vertex(place_of(32u * word + bit), axis, position, normal);
        o_position = vec4(position, normal.x);
        o_normal = vec4(normal.yz, 0.0, 0.0);
    }
}
