// PointList Builder (Ziegler et al. 2006, section 6) over nodes of one count. Children are visited
// (0,0) (1,0) (0,1) (1,1), so keys follow Morton order and x has the lowest bit.
// The layout defines hpyr_node(node, level), which returns 0 outside of the level.
// HPYR_FIRST_LEVEL: the lowest level that is stored, 0 or 1.
// HPYR_DOWN(step): step(level) for each level from the one below the top down to 1.
// HPYR_UP(step): the same levels upwards. A loop takes a software rasterizer 1.5 times as long.
#include "core/cell.glsl"
#include "core/discriminate.glsl"

// HPYR_FOUND(node): the cell that was found. If the discriminator runs again here, it may answer
// differently than in the build, since compilers join a * b + c in one program and not in another. Then
// a key ends in a neighbour of its cell, and that must be a cell, too.
#if HPYR_FIRST_LEVEL == 0
#    define HPYR_BASE_NODE(node) hpyr_node(node, 0)
#    define HPYR_FOUND(node)     node
#else
#    define HPYR_BASE_NODE(node) hpyr_base_at(node)
#    define HPYR_FOUND(node)     hpyr_nearest_cell(node)
#endif

// Chooses the child that the key falls into, and makes the key relative to it. The fourth child is
// not fetched: a key that is not in the first three is in the fourth.
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
    return HPYR_UVEC4(hpyr_cell_of_texel(HPYR_FOUND(node)), key);
}

// Sums the children before `node` in its parent, whose first child is `first`.
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
