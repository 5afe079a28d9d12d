// Reduction: a texel holds four nodes, and a node has four texels below it.
#include "list/children.glsl"
uniform int
    u_texels; // 16, which compilers must not know: without a loop they take long, and read all sixteen texels first
out uvec4 o_sums;

uint sum_of(int texel) {
    uint a = hpyr_combine4(hpyr_child(texel)), b = hpyr_combine4(hpyr_child(texel + 1));
    uint c = hpyr_combine4(hpyr_child(texel + 2)), d = hpyr_combine4(hpyr_child(texel + 3));
    return hpyr_combine4(uvec4(a, b, c, d));
}

void main() {
    int first = hpyr_target_texel() * 16;
    o_sums = uvec4(0u);
    for (int i = 0; i < u_texels; i += 4)
        o_sums = uvec4(o_sums.yzw, sum_of(first + i));
}
