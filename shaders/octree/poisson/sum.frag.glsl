// Reduction: the sum of 512 numbers, always in the same order.
// HPYR_LAST: it is the sum of all. The sums found before it move up by one.
#include "list/plane.glsl"
uniform sampler2D u_numbers;
uniform ivec2 u_numbers_row;
uniform int u_count;
uniform sampler2D u_sums;
out vec4 o_sum;

void main() {
    int first = hpyr_target_texel() * 512, end = min(first + 512, u_count);
    o_sum = vec4(0.0);
    for (int i = first; i < end; i++)
        o_sum.xy += texelFetch(u_numbers, hpyr_plane_texel(i, u_numbers_row), 0).xy;
#ifdef HPYR_LAST
    o_sum.yzw = texelFetch(u_sums, ivec2(0), 0).xyz;
#endif
}
