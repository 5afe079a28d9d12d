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
// a key ends in a neighbor of its cell, and that must be a cell, too.
#if HPYR_FIRST_LEVEL == 0
#    define HPYR_FOUND(node) node
#else
#    define HPYR_FOUND(node) hpyr_nearest_cell(node)
#endif

// Fetches a node of any level, a constant.
HPYR_UINT hpyr_any_node(ivec2 node, int level) {
#if HPYR_FIRST_LEVEL > 0
    if (level == 0)
        return hpyr_base_at(node);
#endif
    return hpyr_node(node, level);
}

// Replaces `node` by its child that the key falls into, and makes the key relative to it. The fourth
// child is not fetched: a key that is not in the first three is in the fourth.
void hpyr_down(int level, inout ivec2 node, inout HPYR_UINT key) {
    node *= 2;
    // Running sums. Compilers put all fetches of a statement before it, so each has a statement of its own: fewer registers.
    HPYR_UINT a = hpyr_any_node(node, level);
    HPYR_UINT b = a + hpyr_any_node(node + ivec2(1, 0), level);
    HPYR_UINT c = b + hpyr_any_node(node + ivec2(0, 1), level);
    int child = int(key >= a) + int(key >= b) + int(key >= c), row = HPYR_HALF(child);
    key -= child == 0 ? HPYR_UINT(0) : child == 1 ? a : child == 2 ? b : c;
    node += ivec2(child - 2 * row, row);
}

HPYR_UVEC4 hpyr_select(HPYR_UINT key) {
    ivec2 node = ivec2(0);
#define HPYR_STEP_DOWN(level) hpyr_down(level, node, key);
    HPYR_DOWN(HPYR_STEP_DOWN)
    HPYR_STEP_DOWN(0)
    return HPYR_UVEC4(hpyr_cell_of_texel(HPYR_FOUND(node)), key);
}

// Sums the children before `node` in its parent: that to its left, and both of the row below.
HPYR_UINT hpyr_before(ivec2 node, int level) {
    ivec2 first = 2 * HPYR_HALF(node), odd = node - first;
    HPYR_UINT left = hpyr_any_node(ivec2(first.x, node.y), level);
    HPYR_UINT sum = odd.x > 0 ? left : HPYR_UINT(0);
    HPYR_UINT below = hpyr_any_node(first, level);
    sum += odd.y > 0 ? below : HPYR_UINT(0);
    below = hpyr_any_node(first + ivec2(1, 0), level);
    return sum + (odd.y > 0 ? below : HPYR_UINT(0));
}

void hpyr_up(int level, inout ivec2 node, inout HPYR_UINT key) {
    node = HPYR_HALF(node);
    key += hpyr_before(node, level);
}

HPYR_UINT hpyr_first_output(ivec3 cell) {
    ivec2 node = hpyr_texel_of_cell(cell);
    HPYR_UINT key = hpyr_before(node, 0);
#define HPYR_STEP_UP(level) hpyr_up(level, node, key);
    HPYR_UP(HPYR_STEP_UP)
    return key;
}

HPYR_UINT hpyr_outputs(ivec3 cell) {
    return hpyr_any_node(hpyr_texel_of_cell(cell), 0);
}
