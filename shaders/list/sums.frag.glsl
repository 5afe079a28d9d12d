// Reduction: a texel holds four nodes, and a node has four texels below it.
#include "list/children.glsl"
out uvec4 o_sums;

uint sum_of(int texel) {
    uint a = hpyr_combine4(hpyr_child(texel)), b = hpyr_combine4(hpyr_child(texel + 1));
    uint c = hpyr_combine4(hpyr_child(texel + 2)), d = hpyr_combine4(hpyr_child(texel + 3));
    return hpyr_combine4(uvec4(a, b, c, d));
}

void main() {
    int first = hpyr_target_texel() * 16;
    o_sums = uvec4(sum_of(first), sum_of(first + 4), sum_of(first + 8), sum_of(first + 12));
}
