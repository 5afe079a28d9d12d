// Which nodes of a block get children: those that have points and, if u_places is not 0, those of which
// a part or a neighbor of a part has points. A bit for each node.
#include "octree/level.glsl"
uniform int u_blocks;
uniform int u_places;       // 27, or 0
uniform usampler2D u_parts; // see level_parts.frag.glsl
uniform ivec2 u_parts_row;
out uint o_flags;

uvec2 parts_of(int block) {
    return block == hpyr_none ? uvec2(0u) : texelFetch(u_parts, hpyr_plane_texel(block, u_parts_row), 0).xy;
}

// The parts of a block that touch a node along an axis: first for nodes whose number has bit 0 there,
// then for those of bit 1. The block stands before that of the nodes, at it or behind it: 0, 1, 2. The
// parts stand at 0, 1, 2, 3 along each axis; a node of bit 0 has the parts 0 and 1, and so it touches 0, 1
// and 2, and 3 of the block before.
uvec4 touching_x(int place) {
    return place == 1   ? uvec4(0xFFFFFFFFu, 0x0F0F0F0Fu, 0xF0F0F0F0u, 0xFFFFFFFFu)
           : place == 0 ? uvec4(0u, 0xF0F0F0F0u, 0u, 0u)
                        : uvec4(0u, 0u, 0x0F0F0F0Fu, 0u);
}

uvec2 touching_y(int place) {
    return place == 1 ? uvec2(0x3333FFFFu, 0xFFFFCCCCu) : place == 0 ? uvec2(0xCCCC0000u, 0u) : uvec2(0u, 0x00003333u);
}

uvec2 touching_z(int place) {
    return place == 1 ? uvec2(0x55FF55FFu, 0xFFAAFFAAu) : place == 0 ? uvec2(0xAA00AA00u, 0u) : uvec2(0u, 0x00550055u);
}

void main() {
    int block = hpyr_target_texel();
    o_flags = 0u;
    if (block >= u_blocks)
        return;
    uvec2 own = parts_of(block);
    uvec4 bytes = uvec4(0xFFu, 0xFF00u, 0xFF0000u, 0xFF000000u), lower = own.x & bytes, upper = own.y & bytes;
    for (int place = 0; place < u_places; place++) {
        uvec4 x = touching_x(place / 9) & parts_of(hpyr_around(block, place)).xyxy;
        uvec4 yz = touching_y(place / 3 % 3).xxyy & touching_z(place % 3).xyxy;
        lower |= (x.x | x.y) & yz;
        upper |= (x.z | x.w) & yz;
    }
    uvec4 bits = (uvec4(notEqual(lower, uvec4(0u))) | (uvec4(notEqual(upper, uvec4(0u))) << 4))
                 << uvec4(0u, 1u, 2u, 3u);
    o_flags = bits.x | bits.y | bits.z | bits.w;
}
