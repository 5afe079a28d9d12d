// Numbers of vertices as callers get them, one a fragment: three of the position and three of the
// normal.
#include "octree/items.glsl"
uniform sampler2D u_positions; // in cells of the last depth
uniform ivec2 u_positions_row;
uniform sampler2D u_normals;
uniform ivec2 u_normals_row;
uniform vec3 u_origin;
uniform float u_cell; // side of a cell
out float o_number;

void main() {
    uvec2 item = hpyr_item_and_part();
    int vertex = int(item.x);
    vec3 position = texelFetch(u_positions, hpyr_plane_texel(vertex, u_positions_row), 0).xyz * u_cell + u_origin;
    vec3 normal = texelFetch(u_normals, hpyr_plane_texel(vertex, u_normals_row), 0).xyz;
    vec3 vector = item.y < 3u ? position : normal;
    uint axis = item.y % 3u;
    o_number = axis == 0u ? vector.x : axis == 1u ? vector.y : vector.z;
}
