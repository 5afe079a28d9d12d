// PointList Builder (Ziegler et al. 2006, section 6), layout SINGLE: traversal (select) from the top down, rank from the
// bottom up. Children are visited (0,0) (1,0) (0,1) (1,1), so keys follow Morton order, x being the lowest bit.
uniform HPYR_NODES u_hpyr_pyramid;
uniform int u_hpyr_top;       // index of the top level
uniform uint u_hpyr_total;
uniform uint u_hpyr_first_key; // of the chunk that hpyr_pyramid_draw draws
uniform uint u_hpyr_vertices;  // vertices for every key

// A node of a stored level, 0 outside it. MERGED pyramids do not store level 0. The fetch stands outside of any branch: in a
// divergent one softpipe fetches the level that another pixel of the quad asked for.
uint hpyr_node(ivec2 node, int level) {
    ivec2 size = ((u_hpyr_size - 1) >> level) + 1;
    uint count = uint(texelFetch(u_hpyr_pyramid, min(node, size - 1), level - HPYR_FIRST_LEVEL).r);
    return node.x < size.x && node.y < size.y ? count : 0u;
}

#if HPYR_FIRST_LEVEL == 0
#define HPYR_BASE_NODE(node) hpyr_node(node, 0)
#else
#define HPYR_BASE_NODE(node) hpyr_base_at(node)
#endif

// Which of three running sums the key has passed: the child, and the key made relative to it. The fourth child needs no
// fetch: what is not in the first three is in it.
ivec2 hpyr_descend(uint a, uint b, uint c, inout uint key) {
    b += a;
    c += b;
    uint child = uint(key >= a) + uint(key >= b) + uint(key >= c);
    key -= child == 0u ? 0u : child == 1u ? a : child == 2u ? b : c;
    return ivec2(int(child & 1u), int(child >> 1));
}

uint hpyr_total() {
    return u_hpyr_total;
}

uint hpyr_key_of_vertex(int vertex) {
    return u_hpyr_first_key + uint(vertex) / u_hpyr_vertices;
}

uvec4 hpyr_point_at(uint key) {
    ivec2 node = ivec2(0);
    for (int level = u_hpyr_top - 1; level >= 1; --level) {
        node *= 2;
        node += hpyr_descend(hpyr_node(node, level), hpyr_node(node + ivec2(1, 0), level),
                             hpyr_node(node + ivec2(0, 1), level), key);
    }
    node *= 2;
    node += hpyr_descend(HPYR_BASE_NODE(node), HPYR_BASE_NODE(node + ivec2(1, 0)), HPYR_BASE_NODE(node + ivec2(0, 1)), key);
    return uvec4(hpyr_cell_of_texel(node), key);
}

// Sum of the children before `node` in its 2x2.
uint hpyr_before(ivec2 node, uint a, uint b, uint c) {
    uint child = uint(node.x & 1) + 2u * uint(node.y & 1);
    return (child > 0u ? a : 0u) + (child > 1u ? b : 0u) + (child > 2u ? c : 0u);
}

uint hpyr_rank(ivec3 cell) {
    ivec2 node = hpyr_texel_of_cell(cell);
    ivec2 first = node & ~ivec2(1);
    uint key = hpyr_before(node, HPYR_BASE_NODE(first), HPYR_BASE_NODE(first + ivec2(1, 0)),
                           HPYR_BASE_NODE(first + ivec2(0, 1)));
    for (int level = 1; level < u_hpyr_top; ++level) {
        node >>= 1;
        first = node & ~ivec2(1);
        key += hpyr_before(node, hpyr_node(first, level), hpyr_node(first + ivec2(1, 0), level),
                           hpyr_node(first + ivec2(0, 1), level));
    }
    return key;
}

uint hpyr_count(ivec3 cell) {
    return HPYR_BASE_NODE(hpyr_texel_of_cell(cell));
}
