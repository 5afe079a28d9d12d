// The list of each query: the numbers of the points nearest to it, nearest first, four in each layer.
// The octree is walked from the root down, the child that is nearest to the query first. Nodes that are farther away than the
// list's last point are left out. A query may lie where there are no nodes, or far outside: then the 27 nodes around its own,
// in which normals/lists.frag.glsl searches, would be those of a small depth, with most of the points.
#include "octree/nearest/cells.glsl"
#include "octree/nearest/distance.glsl"
#include "octree/nearest/queries.glsl"
uniform int u_count;      // of queries
uniform vec3 u_low_cells; // the box around all points in cells of the last depth
uniform vec3 u_high_cells;
uniform float u_cell;          // the side of a cell of the last depth: this number, which is 1 to 2,
uniform int u_cell_exponent;   // times this power of two
uniform float u_radius;        // and so the radius
uniform int u_radius_exponent; // or large, where there is none
uniform uint u_few;            // points of a node that are looked at without going down further

// What the squared distances of points within the radius are at most. It is not 0, so that a list with room
// is not taken for one that lies at the query.
uint limit() {
    int power = u_radius_exponent + exponent;
    float radius = power < -63 ? 0.0 : u_radius * hpyr_power_of_two(min(power, 63));
    return power > 63 ? 0xFFFFFFFFu : max(floatBitsToUint(radius * radius), 1u);
}

// Cells of a depth from a place to one of them along each axis, or to the box around all points if that is farther. Cells at the
// root's border end nowhere, for points outside of the root belong to the nearest cell. `below` is hpyr_cells_below.
vec3 way_to(ivec3 cell, vec3 place, float below, int depth) {
    vec3 low = vec3(cell) - place / below, high = place / below - vec3(cell + 1);
    low = mix(low, vec3(0.0), equal(cell, ivec3(0)));
    high = mix(high, vec3(0.0), equal(cell, ivec3((1 << depth) - 1)));
    return max(max(low, high), max(u_low_cells - place, place - u_high_cells) / below);
}

// The child that is nearest to a place that many cells of its own depth from the root.
int nearest_child(ivec3 parent, vec3 at) {
    ivec3 upper = ivec3(greaterThanEqual(at, vec3(2 * parent + 1)));
    return upper.x << 2 | upper.y << 1 | upper.z;
}

// The cell of the parent of the nodes that are looked at: ten bits for each axis, in one register. Beside a list of many neighbors few
// are left.
ivec3 parent_of(uint bits) {
    return ivec3(uvec3(bits, bits >> 10, bits >> 20) & 0x3FFu);
}

void search(vec3 query) {
    vec3 place = clamp(hpyr_in_finite_cells(query), -hpyr_farthest, hpyr_farthest);
    int power = u_cell_exponent + exponent;
    float side = power < -126 ? 0.0 : u_cell * hpyr_power_of_two(min(power, 98));
    int first = 1, depth = 1, next = 0; // siblings, from node `first` on, and how many of them were looked at
    uint bits = 0u;
    while (depth > 0) {
        float below = hpyr_cells_below(depth);
        ivec3 parent = parent_of(bits);
        int child = nearest_child(parent, place / below) ^ next;
        ivec3 cell = 2 * parent + (ivec3(child >> 2, child >> 1, child) & 1);
        uvec4 words = uvec4(0u);
        bool goes_up = next == 8;
        next++;
        if (goes_up) { // to the parent and behind it
            int node = hpyr_parent(first), number = (node - 1) & 7;
            depth--;
            first = node - number;
            next = (number ^ nearest_child(parent >> 1, place / hpyr_cells_below(depth))) + 1;
            bits = bits >> 1 & 0x1FF7FDFFu;
        } else if (!hpyr_is_behind(way_to(cell, place, below, depth), hpyr_error_of(place / below, depth),
                                   below * side))
            words = hpyr_node(first + child);
        if (words.z > u_few && words.w != uint(hpyr_none)) { // down
            bits = uint(cell.x | cell.y << 10 | cell.z << 20);
            first = int(words.w);
            next = 0;
            depth++;
            words.z = 0u;
        }
        hpyr_insert_points(int(words.y), int(words.y + words.z));
    }
}

void main() {
    int index = hpyr_target_texel();
    vec3 query = hpyr_query(min(index, u_count - 1));
    hpyr_clear_list(0u);
    if (index < u_count && u_hpyr_points > 0 && hpyr_is_finite(query)) {
        hpyr_measure_from(query);
        hpyr_clear_list(limit());
        search(query);
    }
    hpyr_write_list();
}
