// PointList Builder over nodes of running sums (Ziegler et al. 2006, section 7.1), with one fetch a
// level. The layout defines three functions:
//   hpyr_sums(node, level)            running sums of the node's children, levels 1 to the top
//   hpyr_child(node, level, child)    child number `child` of a node of `level`
//   hpyr_parent(node, level, child)   parent of a node, which is of `level`; it sets `child`
// HPYR_TOP: the top level.  HPYR_DOWN and HPYR_UP: see traverse_2x2.glsl.
#include "core/cell.glsl"

HPYR_UINT hpyr_sum_before(HPYR_UVEC4 sums, int child) {
    return child == 0 ? HPYR_UINT(0) : child == 1 ? sums.x : child == 2 ? sums.y : sums.z;
}

void hpyr_down(int level, inout ivec2 node, inout HPYR_UINT key) {
    HPYR_UVEC4 sums = hpyr_sums(node, level);
    int child = int(key >= sums.x) + int(key >= sums.y) + int(key >= sums.z);
    key -= hpyr_sum_before(sums, child);
    node = hpyr_child(node, level, child);
}

HPYR_UVEC4 hpyr_select(HPYR_UINT key) {
    ivec2 node = ivec2(0);
#define HPYR_STEP_DOWN(level) hpyr_down(level, node, key);
    HPYR_STEP_DOWN(HPYR_TOP)
    HPYR_DOWN(HPYR_STEP_DOWN)
    return HPYR_UVEC4(hpyr_cell_of_texel(node), key);
}

void hpyr_up(int level, inout ivec2 node, inout HPYR_UINT key) {
    int child;
    node = hpyr_parent(node, level, child);
    key += hpyr_sum_before(hpyr_sums(node, level), child);
}

// Calls hpyr_up unless `level` is above `top`; both are constants.
void hpyr_up_below(int top, int level, inout ivec2 node, inout HPYR_UINT key) {
    if (level <= top)
        hpyr_up(level, node, key);
}

// Counts the outputs before the cell's own in its ancestor of level `top`, a constant.
HPYR_UINT hpyr_first_output_in(ivec3 cell, int top) {
    ivec2 node = hpyr_texel_of_cell(cell);
    HPYR_UINT key = HPYR_UINT(0);
#define HPYR_STEP_UP(level) hpyr_up_below(top, level, node, key);
    HPYR_UP(HPYR_STEP_UP)
    HPYR_STEP_UP(HPYR_TOP)
    return key;
}

HPYR_UINT hpyr_first_output(ivec3 cell) {
    return hpyr_first_output_in(cell, HPYR_TOP);
}

HPYR_UINT hpyr_outputs(ivec3 cell) {
    int child;
    ivec2 parent = hpyr_parent(hpyr_texel_of_cell(cell), 1, child);
    HPYR_UVEC4 sums = hpyr_sums(parent, 1);
    HPYR_UINT upto = child == 0 ? sums.x : child == 1 ? sums.y : child == 2 ? sums.z : sums.w;
    return upto - hpyr_sum_before(sums, child);
}
