// Writes one vertex of the soup: a corner of triangle u_first + vertex / 3.
#include "isosurface/edge.glsl"
#include "isosurface/cell.glsl"
#include "isosurface/end_of_keys.glsl"

uniform uint u_first, u_end;              // first triangle, end
uniform int u_width;                      // vertices in a row of the list
layout(location = 0) out vec4 o_position; // position, normal's x
layout(location = 1) out vec4 o_normal;   // normal's y and z

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    uint vertex = uint(texel.y * u_width + texel.x), triangle = vertex / 3u, key = u_first + triangle;
    o_position = o_normal = vec4(0.0);
    if (key >= u_first && key < min(u_end, end_of_keys())) {
        cell c = cell_of_key(key);
        uvec3 edges = edges_of_triangle(c);
        uint corner = vertex - 3u * triangle,
             edge = corner == 0u   ? edges.x
                    : corner == 1u ? edges.y
                                   : edges.z,
             at = edge & 3u;
        int axis = int(edge >> 2);
        ivec3 low = axis == 0   ? ivec3(0, at & 1u, at >> 1)
                    : axis == 1 ? ivec3(at & 1u, 0, at >> 1)
                                : ivec3(at & 1u, at >> 1, 0);
        vec3 position, normal;
        hpyr_edge_vertex(place_of(c.sample0) + low, axis, position, normal);
        o_position = vec4(position, normal.x);
        o_normal = vec4(normal.yz, 0.0, 0.0);
    }
}
