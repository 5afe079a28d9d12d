// PointList Builder of layout VOLUME (Ziegler et al. 2006, section 6; MPI-I-2006-4-002, section
// 7.2). Children are visited (0,0,0) (1,0,0) (0,1,0) (1,1,0) (0,0,1) .., so keys follow 3D Morton
// order and x has the lowest bit. HPYR_VOLUME: there is more than one slice.
// HPYR_FIRST_LEVEL, HPYR_FOUND, HPYR_DOWN and HPYR_UP: see traverse_2x2.glsl.
#include "core/nodes_volume.glsl"

#if HPYR_FIRST_LEVEL == 0
#    define HPYR_CELL_NODE(node) hpyr_node(node, 0)
#    define HPYR_FOUND(node)     node
#else
#    define HPYR_CELL_NODE(node) hpyr_cell_count(node)
#    define HPYR_FOUND(node)     min(node, u_hpyr_cells - 1)
#endif

// Counts of the first seven children; a key that is not in them is in the eighth.
struct hpyr_siblings {
    uvec4 lower;
    uvec3 upper;
};

ivec3 hpyr_child_offset(int child) {
    return ivec3(child & 1, (child >> 1) & 1, child >> 2);
}

// Turns the seven counts into running sums.
void hpyr_sum_siblings(inout hpyr_siblings s) {
    s.lower.y += s.lower.x;
    s.lower.z += s.lower.y;
    s.lower.w += s.lower.z;
    s.upper.x += s.lower.w;
    s.upper.y += s.upper.x;
    s.upper.z += s.upper.y;
}

uint hpyr_sum_before(hpyr_siblings s, int child) {
    uint low = child == 0 ? 0u : child == 1 ? s.lower.x : child == 2 ? s.lower.y : s.lower.z;
    uint high = child == 4 ? s.lower.w : child == 5 ? s.upper.x : child == 6 ? s.upper.y : s.upper.z;
    return child < 4 ? low : high;
}

#ifdef HPYR_VOLUME
#    define HPYR_UPPER(node) node
#else
#    define HPYR_UPPER(node) 0u
#endif
#define HPYR_AT(NODE, x, y, z)    NODE(first + ivec3(x, y, z))
#define HPYR_LOWER_AT(NODE, x, y) HPYR_AT(NODE, x, y, 0)
#define HPYR_LOWER2(NODE, y)      HPYR_LOWER_AT(NODE, 0, y), HPYR_LOWER_AT(NODE, 1, y)
#define HPYR_LOWER4(NODE)         uvec4(HPYR_LOWER2(NODE, 0), HPYR_LOWER2(NODE, 1))
#define HPYR_UPPER_AT(NODE, x, y) HPYR_UPPER(HPYR_AT(NODE, x, y, 1))
#define HPYR_UPPER3(NODE)         uvec3(HPYR_UPPER_AT(NODE, 0, 0), HPYR_UPPER_AT(NODE, 1, 0), HPYR_UPPER_AT(NODE, 0, 1))

hpyr_siblings hpyr_siblings_at(ivec3 first, int level) {
#define HPYR_LEVEL_NODE(node) hpyr_node(node, level)
    hpyr_siblings s = hpyr_siblings(HPYR_LOWER4(HPYR_LEVEL_NODE), HPYR_UPPER3(HPYR_LEVEL_NODE));
    hpyr_sum_siblings(s);
    return s;
}

hpyr_siblings hpyr_cells_at(ivec3 first) {
    hpyr_siblings s = hpyr_siblings(HPYR_LOWER4(HPYR_CELL_NODE), HPYR_UPPER3(HPYR_CELL_NODE));
    hpyr_sum_siblings(s);
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
    node *= 2;
    node += hpyr_descend(hpyr_cells_at(node), key);
    return uvec4(HPYR_FOUND(node), key);
}

// Sums the children before `node` in its parent.
uint hpyr_before(hpyr_siblings s, ivec3 node) {
    ivec3 odd = node & 1;
    return hpyr_sum_before(s, odd.x + 2 * odd.y + 4 * odd.z);
}

void hpyr_up(int level, inout ivec3 node, inout uint key) {
    node >>= 1;
    key += hpyr_before(hpyr_siblings_at(node & ~1, level), node);
}

uint hpyr_first_output(ivec3 cell) {
    ivec3 node = cell;
    uint key = hpyr_before(hpyr_cells_at(node & ~1), node);
#define HPYR_STEP_UP(level) hpyr_up(level, node, key);
    HPYR_UP(HPYR_STEP_UP)
    return key;
}

uint hpyr_outputs(ivec3 cell) {
    return HPYR_CELL_NODE(cell);
}
