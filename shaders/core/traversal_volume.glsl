// PointList Builder of layout VOLUME (Ziegler et al. 2006, section 6; MPI-I-2006-4-002, section
// 7.2). Children are visited (0,0,0) (1,0,0) (0,1,0) (1,1,0) (0,0,1) .., so keys follow 3D Morton
// order and x has the lowest bit. HPYR_VOLUME: there is more than one slice.
// HPYR_FIRST_LEVEL, HPYR_FOUND, HPYR_DOWN and HPYR_UP: see traverse_2x2.glsl.
#include "core/nodes_volume.glsl"

#if HPYR_FIRST_LEVEL == 0
#    define HPYR_FOUND(node) node
#else
#    define HPYR_FOUND(node) min(node, u_hpyr_cells - 1)
#endif

// Running sums of the first seven children; a key that is not in them is in the eighth.
struct hpyr_siblings {
    uvec4 lower;
    uvec3 upper;
};

ivec3 hpyr_child_offset(int child) {
    return ivec3(child & 1, (child >> 1) & 1, child >> 2);
}

uint hpyr_sum_before(hpyr_siblings s, int child) {
    uint low = child == 0 ? 0u : child == 1 ? s.lower.x : child == 2 ? s.lower.y : s.lower.z;
    uint high = child == 4 ? s.lower.w : child == 5 ? s.upper.x : child == 6 ? s.upper.y : s.upper.z;
    return child < 4 ? low : high;
}

// Fetches a node of any level, a constant.
uint hpyr_any_node(ivec3 node, int level) {
#if HPYR_FIRST_LEVEL > 0
    if (level == 0)
        return hpyr_cell_count(node);
#endif
    return hpyr_node(node, level);
}

// Running sums of the counts of `first` and its siblings. A statement fetches once, see traverse_2x2.glsl.
hpyr_siblings hpyr_siblings_at(ivec3 first, int level) {
    hpyr_siblings s;
    s.lower.x = hpyr_any_node(first, level);
    s.lower.y = s.lower.x + hpyr_any_node(first + ivec3(1, 0, 0), level);
    s.lower.z = s.lower.y + hpyr_any_node(first + ivec3(0, 1, 0), level);
    s.lower.w = s.lower.z + hpyr_any_node(first + ivec3(1, 1, 0), level);
    s.upper = s.lower.www;
#ifdef HPYR_VOLUME
    s.upper.x += hpyr_any_node(first + ivec3(0, 0, 1), level);
    s.upper.y = s.upper.x + hpyr_any_node(first + ivec3(1, 0, 1), level);
    s.upper.z = s.upper.y + hpyr_any_node(first + ivec3(0, 1, 1), level);
#endif
    return s;
}

ivec3 hpyr_descend(hpyr_siblings s, inout uint key) {
    uvec4 passed = uvec4(greaterThanEqual(uvec4(key), s.lower)) + uvec4(greaterThanEqual(uvec3(key), s.upper), 0u);
    int child = int(passed.x + passed.y + passed.z + passed.w);
    key -= hpyr_sum_before(s, child);
    return hpyr_child_offset(child);
}

void hpyr_down(int level, inout ivec3 node, inout uint key) {
    node *= 2;
    node += hpyr_descend(hpyr_siblings_at(node, level), key);
}

uvec4 hpyr_select(uint key) {
    ivec3 node = ivec3(0);
#define HPYR_STEP_DOWN(level) hpyr_down(level, node, key);
    HPYR_DOWN(HPYR_STEP_DOWN)
    HPYR_STEP_DOWN(0)
    return uvec4(HPYR_FOUND(node), key);
}

// Sums the children before `node` in its parent.
uint hpyr_before(ivec3 node, int level) {
    ivec3 odd = node & 1;
    return hpyr_sum_before(hpyr_siblings_at(node - odd, level), odd.x + 2 * odd.y + 4 * odd.z);
}

void hpyr_up(int level, inout ivec3 node, inout uint key) {
    node >>= 1;
    key += hpyr_before(node, level);
}

uint hpyr_first_output(ivec3 cell) {
    ivec3 node = cell;
    uint key = hpyr_before(node, 0);
#define HPYR_STEP_UP(level) hpyr_up(level, node, key);
    HPYR_UP(HPYR_STEP_UP)
    return key;
}

uint hpyr_outputs(ivec3 cell) {
    return hpyr_any_node(cell, 0);
}
