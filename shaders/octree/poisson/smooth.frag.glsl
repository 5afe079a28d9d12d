// Means of b at the 27 vertices around each one, with the weights 7/8 at the vertex and 1/16 at neighbors along each axis. For
// the eight nodes of a block, which have 64 vertices around them, in four planes across x.
#include "octree/level.glsl"
#include "octree/poisson/halves.glsl"
uniform int u_blocks;
uniform int u_rows; // 12 rows of three blocks each: three in a plane
uniform usampler2D u_inner;
uniform ivec2 u_inner_row;
uniform sampler2D u_lower; // b as it was
uniform ivec2 u_lower_row;
uniform sampler2D u_upper;
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;

vec4 rough_at(int block, int place, bool is_upper) {
    int beside = hpyr_around(block, place);
    ivec2 at = hpyr_plane_texel(max(beside, 0), u_lower_row);
    vec4 numbers = is_upper ? texelFetch(u_upper, at, 0) : texelFetch(u_lower, at, 0);
    return numbers * float(beside >= 0);
}

// For the two in the middle of four numbers in a row.
vec2 mean_of(vec4 row) {
    return (14.0 * row.yz + row.xy + row.zw) / 16.0;
}

void main() {
    int block = hpyr_target_texel();
    o_lower = o_upper = vec4(0.0);
    if (block >= u_blocks)
        return;
    for (int i = 0; i < u_rows; i++) {
        int plane = i / 3, y = i - 3 * plane, place = 9 * ((plane + 1) >> 1) + 3 * y; // planes -1, 0, 1, 2
        bool is_upper = (plane & 1) == 0;
        vec4 before = rough_at(block, place, is_upper), own = rough_at(block, place + 1, is_upper);
        vec4 behind = rough_at(block, place + 2, is_upper);
        vec2 low = mean_of(vec4(before.y, own.xy, behind.x)), high = mean_of(vec4(before.w, own.zw, behind.z));
        vec4 sums = y == 0   ? vec4(high, 0.0, 0.0)
                    : y == 1 ? vec4(14.0 * low + high, low + 14.0 * high)
                             : vec4(0.0, 0.0, low);
        vec2 x = plane == 0   ? vec2(1.0, 0.0)
                 : plane == 1 ? vec2(14.0, 1.0)
                 : plane == 2 ? vec2(1.0, 14.0)
                              : vec2(0.0, 1.0);
        o_lower += x.x * sums;
        o_upper += x.y * sums;
    }
    uint inner = hpyr_word(u_inner, u_inner_row, block);
    o_lower *= hpyr_mask(inner) / 256.0;
    o_upper *= hpyr_mask(inner >> 4) / 256.0;
}
