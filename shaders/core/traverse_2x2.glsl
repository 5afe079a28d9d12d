// PointList Builder (Ziegler et al. 2006, section 6) over nodes of one count: traversal (select) from the top down, rank from the
// bottom up. Children are visited (0,0) (1,0) (0,1) (1,1), so keys follow Morton order, x being the lowest bit.
// Comes after a hpyr_node(node, level) that is 0 outside of the level.  HPYR_FIRST_LEVEL: 1 where level 0 is not stored.
//
// HPYR_DOWN(step) is step(level) for every level below the top down to level 1, and HPYR_UP(step) the same upwards: constants, no
// loop. A software rasterizer spends a third less time so, for a loop costs it masks, and an index that is no constant a gather.
#include "core/cell.glsl"
#include "core/discriminate.glsl"

#if HPYR_FIRST_LEVEL == 0
#    define HPYR_BASE_NODE(node) hpyr_node(node, 0)
#else
#    define HPYR_BASE_NODE(node) hpyr_base_at(node)
#endif

// Which of three running sums the key has passed: the child, and the key made relative to it. The fourth child needs no
// fetch: what is not in the first three is in it.
ivec2 hpyr_descend(HPYR_UINT a, HPYR_UINT b, HPYR_UINT c, inout HPYR_UINT key) {
    b += a;
    c += b;
    int child = int(key >= a) + int(key >= b) + int(key >= c);
    key -= child == 0 ? HPYR_UINT(0) : child == 1 ? a : child == 2 ? b : c;
    int row = HPYR_HALF(child);
    return ivec2(child - 2 * row, row);
}

void hpyr_down(int level, inout ivec2 node, inout HPYR_UINT key) {
    node *= 2;
    node += hpyr_descend(hpyr_node(node, level), hpyr_node(node + ivec2(1, 0), level),
                         hpyr_node(node + ivec2(0, 1), level), key);
}

HPYR_UVEC4 hpyr_select(HPYR_UINT key) {
    ivec2 node = ivec2(0);
#define HPYR_STEP_DOWN(level) hpyr_down(level, node, key);
    HPYR_DOWN(HPYR_STEP_DOWN)
    node *= 2;
    node +=
        hpyr_descend(HPYR_BASE_NODE(node), HPYR_BASE_NODE(node + ivec2(1, 0)), HPYR_BASE_NODE(node + ivec2(0, 1)), key);
    return HPYR_UVEC4(hpyr_cell_of_texel(node), key);
}

// Sum of the children of `parent` before its child `node`.
HPYR_UINT hpyr_before(ivec2 node, ivec2 first, HPYR_UINT a, HPYR_UINT b, HPYR_UINT c) {
    int child = node.x - first.x + 2 * (node.y - first.y);
    return (child > 0 ? a : HPYR_UINT(0)) + (child > 1 ? b : HPYR_UINT(0)) + (child > 2 ? c : HPYR_UINT(0));
}

void hpyr_up(int level, inout ivec2 node, inout HPYR_UINT key) {
    node = HPYR_HALF(node);
    ivec2 first = 2 * HPYR_HALF(node);
    key += hpyr_before(node, first, hpyr_node(first, level), hpyr_node(first + ivec2(1, 0), level),
                       hpyr_node(first + ivec2(0, 1), level));
}

HPYR_UINT hpyr_first_output(ivec3 cell) {
    ivec2 node = hpyr_texel_of_cell(cell);
    ivec2 first = 2 * HPYR_HALF(node);
    HPYR_UINT key = hpyr_before(node, first, HPYR_BASE_NODE(first), HPYR_BASE_NODE(first + ivec2(1, 0)),
                                HPYR_BASE_NODE(first + ivec2(0, 1)));
#define HPYR_STEP_UP(level) hpyr_up(level, node, key);
    HPYR_UP(HPYR_STEP_UP)
    return key;
}

HPYR_UINT hpyr_outputs(ivec3 cell) {
    return HPYR_BASE_NODE(hpyr_texel_of_cell(cell));
}
