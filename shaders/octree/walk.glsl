// Walks an octree (octree_types.h). A node is its index in the array of all nodes. Node 0 is the root,
// and behind it stand the blocks of siblings, so block b has the nodes 1 + 8 b to 8 + 8 b.
// A block has ten texels. The first seven have the 27 blocks around it, and its parent. The next one
// has the parent's key, a bit for each of the eight nodes that has children, the block of the first of
// these children, and the point behind the last one. The last two have the first point of each node.
#include "octree/key.glsl"
#include "octree/neighbors.glsl"
uniform usampler2D u_hpyr_blocks;
uniform ivec2 u_hpyr_blocks_row;    // texels in a row - 1, and its binary logarithm
uniform int u_hpyr_first_nodes[12]; // of each depth; behind the last depth, the number of nodes
uniform int u_hpyr_last_depth;
uniform int u_hpyr_points;
uniform vec4 u_hpyr_root;            // origin and side
uniform float u_hpyr_cells_per_unit; // cells of the last depth

uvec4 hpyr_block_texel(int block, int texel) {
    int index = 10 * block + texel;
    return texelFetch(u_hpyr_blocks, ivec2(index & u_hpyr_blocks_row.x, index >> u_hpyr_blocks_row.y), 0);
}

uint hpyr_block_word(int block, int word) {
    uvec4 words = hpyr_block_texel(block, word >> 2);
    int entry = word & 3;
    return entry == 0 ? words.x : entry == 1 ? words.y : entry == 2 ? words.z : words.w;
}

int hpyr_around(int block, int place) {
    return int(hpyr_block_word(block, place));
}

int hpyr_parent(int node) {
    return node == 0 ? hpyr_none : int(hpyr_block_word((node - 1) >> 3, 27));
}

int hpyr_neighbor(int node, ivec3 direction) {
    if (node == 0)
        return direction == ivec3(0) ? 0 : hpyr_none;
    int index = hpyr_beside(node - 1, direction);
    return index == hpyr_none ? hpyr_none : index + 1;
}

// The first child of child `number` of a block, which `family` is the eighth texel of.
int hpyr_first_child(uvec4 family, int number) {
    uint before = family.y & ((1u << number) - 1u);
    before -= (before >> 1) & 0x55u; // counts its bits
    before = (before & 0x33u) + ((before >> 2) & 0x33u);
    before = (before + (before >> 4)) & 0xFu;
    return (family.y >> number & 1u) == 0u ? hpyr_none : 1 + 8 * int(family.z + before);
}

int hpyr_child(int node, int number) {
    int index = node - 1, first = u_hpyr_first_nodes[2] > 1 ? 1 : hpyr_none;
    if (node > 0)
        first = hpyr_first_child(hpyr_block_texel(index >> 3, 7), index & 7);
    return first == hpyr_none ? hpyr_none : first + number;
}

uvec4 hpyr_node(int node) {
    if (node == 0)
        return uvec4(0u, 0u, u_hpyr_points, hpyr_child(0, 0));
    int block = (node - 1) >> 3, child = (node - 1) & 7;
    uvec4 family = hpyr_block_texel(block, 7);
    uint first = hpyr_block_word(block, 32 + child);
    uint end = child == 7 ? family.w : hpyr_block_word(block, 33 + child);
    return uvec4(family.x << 3 | uint(child), first, end - first, hpyr_first_child(family, child));
}

int hpyr_depth() {
    return u_hpyr_last_depth;
}

int hpyr_first_node(int depth) {
    return u_hpyr_first_nodes[depth];
}

int hpyr_depth_of(int node) {
    int depth = 0;
    while (depth < u_hpyr_last_depth && node >= u_hpyr_first_nodes[depth + 1])
        depth++;
    return depth;
}

vec4 hpyr_cube() {
    return u_hpyr_root;
}

ivec3 hpyr_cell(vec3 point, int depth) {
    float cells = float(1 << depth), part = cells / float(1 << u_hpyr_last_depth); // of the cells of the last depth
    return ivec3(clamp(floor((point - u_hpyr_root.xyz) * (part * u_hpyr_cells_per_unit)), 0.0, cells - 1.0));
}

ivec3 hpyr_cell_of(int node) {
    return hpyr_cell_of_key(hpyr_node(node).x);
}

int hpyr_node_of(ivec3 cell, int depth) {
    int node = 0;
    for (int bit = depth - 1; bit >= 0; bit--) {
        ivec3 bits = (cell >> bit) & 1;
        int child = hpyr_child(node, bits.x << 2 | bits.y << 1 | bits.z);
        if (child == hpyr_none)
            break;
        node = child;
    }
    return node;
}
