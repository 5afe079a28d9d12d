// The vector field at the lower corners of the eight nodes of a block of the last depth: the normals of
// all points in the cells around them, by trilinear weights. These cells are the eight of the block and
// those before them: 27.
// Source: Zhou et al. 2011, equation 4 and listing 3, step 1.
#include "octree/level.glsl"
#include "octree/poisson/halves.glsl"
#include "octree/poisson/part.glsl"
uniform int u_blocks;
uniform int u_cells; // 27
uniform usampler2D u_inner;
uniform ivec2 u_inner_row;
uniform sampler2D u_positions;
uniform ivec2 u_positions_row;
uniform sampler2D u_normals;
layout(location = 0) out vec4 o_x_lower;
layout(location = 1) out vec4 o_x_upper;
layout(location = 2) out vec4 o_y_lower;
layout(location = 3) out vec4 o_y_upper;
layout(location = 4) out vec4 o_z_lower;
layout(location = 5) out vec4 o_z_upper;

void main() {
    int block = hpyr_target_texel();
    o_x_lower = o_x_upper = o_y_lower = o_y_upper = o_z_lower = o_z_upper = vec4(0.0);
    if (block >= u_blocks)
        return;
    for (int i = 0; i < u_cells; i++) {
        ivec3 cell = ivec3(i / 9, i / 3 % 3, i % 3) - 1;
        int node = hpyr_beside(8 * block, cell);
        int point = node == hpyr_none ? 0 : int(hpyr_first(node)), end = 0;
        if (node != hpyr_none)
            end = (node & 7) == 7 ? int(hpyr_family(node >> 3).w) : int(hpyr_first(node + 1));
        for (; point < end; point++) {
            ivec2 at = hpyr_plane_texel(point, u_positions_row);
            vec3 position = texelFetch(u_positions, at, 0).xyz, part = hpyr_part(position);
            vec3 normal = texelFetch(u_normals, at, 0).xyz;
            vec2 x = hpyr_hats(cell.x, part.x), y = hpyr_hats(cell.y, part.y), z = hpyr_hats(cell.z, part.z);
            vec4 yz = y.xxyy * z.xyxy, lower = x.x * yz, upper = x.y * yz;
            o_x_lower += normal.x * lower;
            o_x_upper += normal.x * upper;
            o_y_lower += normal.y * lower;
            o_y_upper += normal.y * upper;
            o_z_lower += normal.z * lower;
            o_z_upper += normal.z * upper;
        }
    }
    uint inner = hpyr_word(u_inner, u_inner_row, block);
    vec4 mask_lower = hpyr_mask(inner), mask_upper = hpyr_mask(inner >> 4);
    o_x_lower *= mask_lower;
    o_x_upper *= mask_upper;
    o_y_lower *= mask_lower;
    o_y_upper *= mask_upper;
    o_z_lower *= mask_lower;
    o_z_upper *= mask_upper;
}
