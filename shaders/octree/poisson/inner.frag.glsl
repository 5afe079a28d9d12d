// Which lower corners of the nodes of a block are inner vertices: those around which all eight cells
// of this depth exist. A bit for each node.
#include "octree/level.glsl"
uniform int u_blocks;
out uint o_inner;

void main() {
    int block = hpyr_target_texel();
    o_inner = 0u;
    if (block >= u_blocks)
        return;
    // Bit i: the block exists that is before this one along the axes whose bits are set in i.
    uint before = 1u;
    for (int i = 1; i < 8; i++) {
        ivec3 place = 1 - (ivec3(i >> 2, i >> 1, i) & 1);
        before |= hpyr_around(block, 9 * place.x + 3 * place.y + place.z) == hpyr_none ? 0u : 1u << i;
    }
    for (int child = 0; child < 8; child++) { // all combinations of the axes along which the node is the lower one
        uint needed = 1u;
        needed |= (child & 1) == 0 ? needed << 1 : 0u;
        needed |= (child & 2) == 0 ? needed << 2 : 0u;
        needed |= (child & 4) == 0 ? needed << 4 : 0u;
        o_inner |= (before & needed) == needed ? 1u << child : 0u;
    }
}
