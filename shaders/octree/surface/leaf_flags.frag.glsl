// Which nodes of each block are leaves that the surface crosses: a bit for each.
#include "list/plane.glsl"
#include "octree/poisson/function.glsl"
#include "octree/surface/mixed.glsl"
uniform int u_blocks;
uniform int u_vertices; // 27
out uint o_flags;

void main() {
    int block = hpyr_target_texel();
    o_flags = 0u;
    if (block >= u_blocks)
        return;
    uint leaves = ~hpyr_block_texel(block, 7).y & 0xFFu, inside = 0u, missing = 0u;
    if (leaves == 0u)
        return;
    for (int i = 0; i < u_vertices; i++) {
        ivec3 vertex = ivec3(i / 9, i / 3 % 3, i % 3), bits = vertex & 1, place = 1 + (vertex >> 1);
        int other = hpyr_around(block, 9 * place.x + 3 * place.y + place.z);
        if (other == hpyr_none)
            missing |= 1u << i;
        else if (hpyr_value_of(hpyr_values_beside(8 * other + 4 * bits.x), bits.y << 1 | bits.z) <= u_hpyr_isovalue)
            inside |= 1u << i;
    }
    if (missing != 0u) {
        vec4 lower, upper;
        hpyr_parent_corners(int(hpyr_block_word(block, 27)), lower, upper);
        for (int i = 0; i < u_vertices; i++)
            if ((missing >> i & 1u) != 0u &&
                hpyr_between(lower, upper, ivec3(i / 9, i / 3 % 3, i % 3)) <= u_hpyr_isovalue)
                inside |= 1u << i;
    }
    o_flags = hpyr_mixed(inside) & leaves;
}
