// Which of the 64 parts of the eight nodes of a block have points: bit 8 n + p is part p of node n.
// u_tells_parts: else all parts of a node with points count as filled.
#include "octree/level.glsl"
#include "octree/find_points.glsl"
uniform int u_blocks;
uniform int u_children; // 8
uniform uint u_shift;   // bits of a point's key behind those of a part's key
uniform bool u_tells_parts;
uniform usampler2D u_own_firsts; // of this depth; the other lists are those of the depth above
uniform ivec2 u_own_firsts_row;
out uvec4 o_parts;

int own_first(int node) {
    return int(hpyr_entry_of(texelFetch(u_own_firsts, hpyr_plane_texel(node >> 2, u_own_firsts_row), 0), node & 3));
}

uint filled_parts(uint key, int first, int end) {
    uvec4 parts = (uvec4(key) << 3) + uvec4(1u, 2u, 3u, 4u);
    ivec4 a = hpyr_find_points(parts << u_shift, first, end);
    ivec4 b = hpyr_find_points((parts + 4u) << u_shift, first, end);
    uvec4 low = uvec4(greaterThan(a, ivec4(first, a.xyz))), high = uvec4(greaterThan(b, ivec4(a.w, b.xyz)));
    low <<= uvec4(0u, 1u, 2u, 3u);
    high <<= uvec4(4u, 5u, 6u, 7u);
    return low.x | low.y | low.z | low.w | high.x | high.y | high.z | high.w;
}

void main() {
    int block = hpyr_target_texel();
    o_parts = uvec4(0u);
    if (block >= u_blocks)
        return;
    hpyr_parent_node parent = hpyr_parent_of(block);
    for (int child = 0; child < u_children; child++) {
        int first = own_first(8 * block + child), end = child == 7 ? parent.end : own_first(8 * block + child + 1);
        uint parts = 0xFFu;
        if (first < end && u_tells_parts)
            parts = filled_parts(parent.key << 3 | uint(child), first, end);
        parts = first < end ? parts << (8 * (child & 3)) : 0u;
        o_parts.x |= child < 4 ? parts : 0u;
        o_parts.y |= child < 4 ? 0u : parts;
    }
}
