// Which nodes of a block get children: those that have points or, if u_reaches, those of which a part
// or a neighbour of a part has points. A bit for each node.
#include "octree/level.glsl"
uniform int u_blocks;
uniform int u_places; // 27
uniform bool u_reaches;
uniform usampler2D u_parts; // see level_parts.frag.glsl
uniform ivec2 u_parts_row;
out uint o_flags;

uvec2 parts_of(int block) {
    return block == hpyr_none ? uvec2(0u) : texelFetch(u_parts, hpyr_plane_texel(block, u_parts_row), 0).xy;
}

// The parts of a block that touch a node with this bit of its number along an axis: of the block that
// the node is in, and of the one beside it. The parts stand at 0, 1, 2, 3 along each axis; a node of
// bit 0 has the parts 0 and 1, and so it touches 0, 1 and 2, and 3 of the block before.
uvec2 touching_x(bool beside, int bit) {
    if (beside)
        return bit == 0 ? uvec2(0u, 0xF0F0F0F0u) : uvec2(0x0F0F0F0Fu, 0u);
    return bit == 0 ? uvec2(0xFFFFFFFFu, 0x0F0F0F0Fu) : uvec2(0xF0F0F0F0u, 0xFFFFFFFFu);
}

uint touching_y(bool beside, int bit) {
    return beside ? (bit == 0 ? 0xCCCC0000u : 0x00003333u) : bit == 0 ? 0x3333FFFFu : 0xFFFFCCCCu;
}

uint touching_z(bool beside, int bit) {
    return beside ? (bit == 0 ? 0xAA00AA00u : 0x00550055u) : bit == 0 ? 0x55FF55FFu : 0xFFAAFFAAu;
}

void main() {
    int block = hpyr_target_texel();
    uvec2 around[27];
    o_flags = 0u;
    if (block >= u_blocks)
        return;
    for (int place = 0; place < u_places; place++)
        around[place] = u_reaches || place == 13 ? parts_of(hpyr_around(block, place)) : uvec2(0u);
    for (int i = 0; i < 64; i++) { // of eight nodes, with the block itself and seven beside it
        ivec3 bits = ivec3(i >> 5, i >> 4, i >> 3) & 1, beside = ivec3(i >> 2, i >> 1, i) & 1;
        ivec3 place = 1 + beside * (2 * bits - 1);
        uvec2 parts = around[9 * place.x + 3 * place.y + place.z];
        if (u_reaches)
            parts &= touching_x(beside.x != 0, bits.x) & touching_y(beside.y != 0, bits.y) &
                     touching_z(beside.z != 0, bits.z);
        else
            parts =
                ((bits.x == 0 ? parts.x : parts.y) >> (8 * (2 * bits.y + bits.z)) & 0xFFu) * uvec2(beside == ivec3(0));
        o_flags |= (parts.x | parts.y) == 0u ? 0u : 1u << (i >> 3);
    }
}
