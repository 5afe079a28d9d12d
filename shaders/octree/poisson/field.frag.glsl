// The vector field at the lower corners of the eight nodes of a block of the last depth: the normals of
// all points in the cells around them, by trilinear weights. These cells are the eight of the block and
// those before them. A pass draws four of the nodes, the lower ones along x or the upper ones, around which
// lie 18 of the 27 cells: a GL need not have targets for eight nodes.
// Source: Zhou et al. 2011, equation 4 and listing 3, step 1.
#include "octree/level.glsl"
#include "octree/poisson/halves.glsl"
#include "octree/poisson/part.glsl"
#include "octree/poisson/points_around.glsl"
uniform int u_blocks;
uniform int u_upper; // 0 or 1
uniform usampler2D u_inner;
uniform ivec2 u_inner_row;
uniform sampler2D u_positions;
uniform ivec2 u_positions_row;
uniform sampler2D u_normals;
layout(location = 0) out vec4 o_x;
layout(location = 1) out vec4 o_y;
layout(location = 2) out vec4 o_z;

void hpyr_visit(int point, ivec3 cell) {
    ivec2 at = hpyr_plane_texel(point, u_positions_row);
    vec3 position = texelFetch(u_positions, at, 0).xyz, part = hpyr_part(position);
    vec3 normal = texelFetch(u_normals, at, 0).xyz;
    vec2 x = hpyr_hats(cell.x, part.x), y = hpyr_hats(cell.y, part.y), z = hpyr_hats(cell.z, part.z);
    vec4 weights = (u_upper == 0 ? x.x : x.y) * (y.xxyy * z.xyxy);
    o_x += normal.x * weights;
    o_y += normal.y * weights;
    o_z += normal.z * weights;
}

void main() {
    int block = hpyr_target_texel();
    o_x = o_y = o_z = vec4(0.0);
    if (block >= u_blocks)
        return;
    hpyr_visit_points(block, u_upper - 1);
    vec4 mask = hpyr_mask(hpyr_word(u_inner, u_inner_row, block) >> uint(4 * u_upper));
    o_x *= mask;
    o_y *= mask;
    o_z *= mask;
}
