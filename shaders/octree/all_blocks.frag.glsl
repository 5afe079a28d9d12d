// Copies the blocks of one depth to the array of all blocks (walk.glsl).
#include "octree/level.glsl"
uniform int u_from, u_end;   // of this depth in the array: blocks
uniform uint u_parents_from; // index of the first node of the depth above
out uvec4 o_words;

void main() {
    int target = hpyr_target_texel(), block = target / 10, texel = target - 10 * block;
    if (block < u_from || block >= u_end)
        discard;
    block -= u_from;
    if (texel < 7) {
        o_words = texelFetch(u_around, hpyr_plane_texel(7 * block + texel, u_around_row), 0);
        uvec4 base = uvec4(notEqual(o_words, uvec4(0xFFFFFFFFu))) * uint(u_from);
        if (texel == 6)
            base.w = u_parents_from;
        o_words += base;
    } else if (texel == 7) {
        o_words = hpyr_family(block);
        o_words.z += uint(u_end);
    } else {
        o_words = texelFetch(u_firsts, hpyr_plane_texel(2 * block + texel - 8, u_firsts_row), 0);
    }
}
