// One depth of an octree while it is built. Nodes and blocks are counted from the first one of the
// depth on, and a block of the next depth is one of the blocks below.
#include "octree/neighbors.glsl"
#include "octree/words.glsl"
#include "core/popcount.glsl"
uniform usampler2D u_around; // seven texels a block: 27 blocks around it, and the parent
uniform ivec2 u_around_row;
uniform usampler2D u_firsts; // two texels a block: the first point of each node
uniform ivec2 u_firsts_row;
uniform usampler2D u_families; // the parent's key, a bit for each node with children, the block of
uniform ivec2 u_families_row;  // the first of these children, and the point behind the last one
uniform usampler2D u_parents;  // nodes that have children, in their order
uniform ivec2 u_parents_row;
uniform int u_points; // number of points, if this is depth 0: it has only the root

int hpyr_around(int block, int place) {
    return int(
        hpyr_entry_of(texelFetch(u_around, hpyr_plane_texel(7 * block + (place >> 2), u_around_row), 0), place & 3));
}

uvec4 hpyr_family(int block) {
    return texelFetch(u_families, hpyr_plane_texel(block, u_families_row), 0);
}

// The block of the children of a node, or hpyr_none. `family` is that of the node's own block.
int hpyr_children(uvec4 family, int child) {
    uint bit = 1u << child;
    return (family.y & bit) == 0u ? hpyr_none : int(family.z + hpyr_popcount(uvec4(family.y & (bit - 1u), 0u, 0u, 0u)));
}

// The first points of four nodes from node 4 * `half_` on: those of half a block.
uvec4 hpyr_firsts(int half_) {
    return texelFetch(u_firsts, hpyr_plane_texel(half_, u_firsts_row), 0);
}

uint hpyr_first(int node) {
    return hpyr_entry_of(hpyr_firsts(node >> 2), node & 3);
}

struct hpyr_parent_node {
    uint key;
    int first, end; // its points
};

// The parent of a block below.
hpyr_parent_node hpyr_parent_of(int block) {
    if (u_points > 0)
        return hpyr_parent_node(0u, 0, u_points);
    int node = int(hpyr_word(u_parents, u_parents_row, block)), child = node & 7;
    uvec4 family = hpyr_family(node >> 3);
    uint end = child == 7 ? family.w : hpyr_first(node + 1);
    return hpyr_parent_node(family.x << 3 | uint(child), int(hpyr_first(node)), int(end));
}
