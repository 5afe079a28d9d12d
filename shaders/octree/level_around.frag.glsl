// The blocks around each block of a depth, and its parent, from the depth above. A fragment writes
// four of these 28 words.
#include "octree/level.glsl"
uniform int u_blocks;
out uvec4 o_words;

uint block_at(int parent, int place) {
    if (place == 27)
        return uint(parent);
    if (u_points > 0)
        return place == 13 ? 0u : 0xFFFFFFFFu;
    int node = hpyr_beside(parent, ivec3(place / 9, place / 3 % 3, place % 3) - 1);
    return node == hpyr_none ? 0xFFFFFFFFu : uint(hpyr_children(hpyr_family(node >> 3), node & 7));
}

void main() {
    int texel = hpyr_target_texel(), block = texel / 7, place = 4 * (texel - 7 * block);
    o_words = uvec4(0xFFFFFFFFu);
    if (block >= u_blocks)
        return;
    int parent = u_points > 0 ? 0 : int(hpyr_word(u_parents, u_parents_row, block));
    o_words = uvec4(block_at(parent, place), block_at(parent, place + 1), block_at(parent, place + 2),
                    block_at(parent, place + 3));
}
