// The density at the lower corners of the eight nodes of a block of the last depth: each point counts
// by the weights that field.frag.glsl gives its normal.
#include "octree/level.glsl"
#include "octree/poisson/halves.glsl"
#include "octree/poisson/part.glsl"
#include "octree/poisson/points_around.glsl"
uniform int u_blocks;
uniform usampler2D u_inner;
uniform ivec2 u_inner_row;
uniform sampler2D u_positions;
uniform ivec2 u_positions_row;
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;

void hpyr_visit(int point, ivec3 cell) {
    vec3 part = hpyr_inside_part(texelFetch(u_positions, hpyr_plane_texel(point, u_positions_row), 0).xyz);
    vec2 x = hpyr_hats(cell.x, part.x), y = hpyr_hats(cell.y, part.y), z = hpyr_hats(cell.z, part.z);
    vec4 yz = y.xxyy * z.xyxy;
    o_lower += x.x * yz;
    o_upper += x.y * yz;
}

void main() {
    int block = hpyr_target_texel();
    o_lower = o_upper = vec4(0.0);
    if (block >= u_blocks)
        return;
    hpyr_visit_points(block, -1);
    uint inner = hpyr_word(u_inner, u_inner_row, block);
    o_lower *= hpyr_mask(inner);
    o_upper *= hpyr_mask(inner >> 4);
}
