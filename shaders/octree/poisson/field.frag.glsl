// The vector field at the lower corners of the eight nodes of a block of the last depth: the normals of
// all points in the cells around them, by trilinear weights. These cells are the eight of the block and
// those before them. A pass draws four of the nodes, the lower ones along x or the upper ones, around which
// lie 18 of the 27 cells: a GL need not have targets for eight nodes.
// Source: Zhou et al. 2011, equation 4 and listing 3, step 1.
#include "octree/level.glsl"
#include "octree/poisson/halves.glsl"
#include "octree/poisson/part.glsl"
uniform int u_blocks;
uniform int u_upper; // 0 or 1
uniform int u_cells; // 18
uniform usampler2D u_inner;
uniform ivec2 u_inner_row;
uniform sampler2D u_positions;
uniform ivec2 u_positions_row;
uniform sampler2D u_normals;
layout(location = 0) out vec4 o_x;
layout(location = 1) out vec4 o_y;
layout(location = 2) out vec4 o_z;

void main() {
    int block = hpyr_target_texel();
    o_x = o_y = o_z = vec4(0.0);
    if (block >= u_blocks)
        return;
    for (int i = 0; i < u_cells; i++) {
        ivec3 cell = ivec3(i / 9 + u_upper, i / 3 % 3, i % 3) - 1;
        int node = hpyr_beside(8 * block, cell);
        int point = node == hpyr_none ? 0 : int(hpyr_first(node)), end = 0;
        if (node != hpyr_none)
            end = (node & 7) == 7 ? int(hpyr_family(node >> 3).w) : int(hpyr_first(node + 1));
        for (; point < end; point++) {
            ivec2 at = hpyr_plane_texel(point, u_positions_row);
            vec3 position = texelFetch(u_positions, at, 0).xyz, part = hpyr_part(position);
            vec3 normal = texelFetch(u_normals, at, 0).xyz;
            vec2 x = hpyr_hats(cell.x, part.x), y = hpyr_hats(cell.y, part.y), z = hpyr_hats(cell.z, part.z);
            vec4 weights = (u_upper == 0 ? x.x : x.y) * (y.xxyy * z.xyxy);
            o_x += normal.x * weights;
            o_y += normal.y * weights;
            o_z += normal.z * weights;
        }
    }
    vec4 mask = hpyr_mask(hpyr_word(u_inner, u_inner_row, block) >> uint(4 * u_upper));
    o_x *= mask;
    o_y *= mask;
    o_z *= mask;
}
