// b of the last depth: integrals of grad hat . V over the 27 vertices around each one. For eight nodes
// at once, so the field is read at 64 vertices, in four planes across x.
// Along an axis, in cells: the integral of two hats is 2/3 at the same vertex and 1/6 at neighbors,
// and that of a hat's derivative and another hat is 1/2 at the vertex before, 0, and -1/2 behind.
// Source: Zhou et al. 2011, section IV-B.
#include "octree/level.glsl"
#include "octree/poisson/field.glsl"
uniform int u_blocks;
uniform int u_planes; // 4
uniform usampler2D u_inner;
uniform ivec2 u_inner_row;
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;

vec2 along_z(vec4 row, bool is_slope) {
    vec2 beside = is_slope ? 0.5 * (row.xy - row.zw) : (row.xy + row.zw) / 6.0;
    return is_slope ? beside : beside + row.yz * (2.0 / 3.0);
}

vec4 along_y(vec2 a, vec2 b, vec2 c, vec2 d, bool is_slope) {
    vec4 beside = is_slope ? 0.5 * vec4(a - c, b - d) : vec4(a + c, b + d) / 6.0;
    return is_slope ? beside : beside + vec4(b, c) * (2.0 / 3.0);
}

void main() {
    int block = hpyr_target_texel();
    o_lower = o_upper = vec4(0.0);
    if (block >= u_blocks)
        return;
    for (int plane = 0; plane < u_planes; plane++) {
        int first = 9 * ((plane + 1) >> 1), is_upper = (plane + 1) & 1; // planes -1, 0, 1, 2
        int blocks[9];
        for (int i = 0; i < 9; i++)
            blocks[i] = hpyr_around(block, first + i);
        for (int component = 0; component < u_planes - 1; component++) {
            int layer = component + 3 * is_upper;
            vec4 corner = hpyr_field(blocks[0], layer), up = hpyr_field(blocks[1], layer);
            vec4 corner2 = hpyr_field(blocks[2], layer), left = hpyr_field(blocks[3], layer);
            vec4 own = hpyr_field(blocks[4], layer), right = hpyr_field(blocks[5], layer);
            vec4 corner3 = hpyr_field(blocks[6], layer), down = hpyr_field(blocks[7], layer);
            vec4 corner4 = hpyr_field(blocks[8], layer);
            bool along = component == 2;
            vec4 sums =
                along_y(along_z(vec4(corner.w, up.zw, corner2.z), along), along_z(vec4(left.y, own.xy, right.x), along),
                        along_z(vec4(left.w, own.zw, right.z), along),
                        along_z(vec4(corner3.y, down.xy, corner4.x), along), component == 1);
            vec2 weights = plane == 0   ? vec2(1.0, 0.0)
                           : plane == 1 ? vec2(4.0, 1.0)
                           : plane == 2 ? vec2(1.0, 4.0)
                                        : vec2(0.0, 1.0);
            vec2 slopes = plane == 0   ? vec2(0.5, 0.0)
                          : plane == 1 ? vec2(0.0, 0.5)
                          : plane == 2 ? vec2(-0.5, 0.0)
                                       : vec2(0.0, -0.5);
            vec2 x = component == 0 ? slopes : weights / 6.0;
            o_lower += x.x * sums;
            o_upper += x.y * sums;
        }
    }
    uint inner = hpyr_word(u_inner, u_inner_row, block);
    o_lower *= hpyr_mask(inner);
    o_upper *= hpyr_mask(inner >> 4);
}
