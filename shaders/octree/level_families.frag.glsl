// What a block of a depth has once it is known which of its nodes have children (level.glsl).
#include "octree/level.glsl"
uniform usampler2D u_flags; // a bit for each node with children
uniform ivec2 u_flags_row;
uniform usampler2D u_ranks; // how many nodes with children stand before the block
uniform ivec2 u_ranks_row;
uniform int u_blocks;
uniform bool u_is_last; // there is no further depth
out uvec4 o_family;

void main() {
    int block = hpyr_target_texel();
    o_family = uvec4(0u);
    if (block >= u_blocks)
        return;
    hpyr_parent_node parent = hpyr_parent_of(block);
    o_family = uvec4(parent.key, 0u, 0u, uint(parent.end));
    if (!u_is_last) {
        o_family.y = hpyr_word(u_flags, u_flags_row, block);
        o_family.z = hpyr_word(u_ranks, u_ranks_row, block);
    }
}
