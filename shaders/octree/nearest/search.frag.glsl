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

// Cells of a depth from a position to one of them along each axis, or to the box around all points if that is farther. Cells
// at the root's border end nowhere, for points outside of the root belong to the nearest cell.
vec3 way_to(ivec3 cell, vec3 at, vec3 outside, int depth) {
    vec3 low = vec3(cell) - at, high = at - vec3(cell + 1);
    low = mix(low, vec3(0.0), equal(cell, ivec3(0)));
    high = mix(high, vec3(0.0), equal(cell, ivec3((1 << depth) - 1)));
    return max(outside, max(low, high));
}

ivec3 child_of(int number) {
    return ivec3(number >> 2, number >> 1, number) & 1;
}

void search(vec3 query) {
    vec3 place = clamp(hpyr_in_finite_cells(query), -hpyr_farthest, hpyr_farthest);
    vec3 beyond = max(max(u_low_cells - place, place - u_high_cells), 0.0);
    int power = u_cell_exponent + exponent;
    float side = power < -126 ? 0.0 : u_cell * hpyr_power_of_two(min(power, 98));
    int first = 1, depth = 1, next = 0; // siblings, from node `first` on, and how many of them were looked at
    ivec3 parent = ivec3(0);            // their parent's cell
    while (depth > 0) {
        float below = hpyr_cells_below(depth);
        vec3 at = place / below;
        ivec3 nearest = ivec3(greaterThanEqual(at, vec3(2 * parent + 1)));
        int child = (nearest.x << 2 | nearest.y << 1 | nearest.z) ^ next;
        ivec3 cell = 2 * parent + child_of(child);
        if (next == 8) { // up, to the parent and behind it
            int node = hpyr_parent(first), number = (node - 1) & 7;
            depth--;
            first = node - number;
            nearest = ivec3(greaterThanEqual(place / hpyr_cells_below(depth), vec3(parent | 1)));
            next = (number ^ (nearest.x << 2 | nearest.y << 1 | nearest.z)) + 1;
            parent >>= 1;
        } else if (hpyr_is_behind(way_to(cell, at, beyond / below, depth), hpyr_error_of(at, depth), below * side)) {
            next++;
        } else {
            uvec4 words = hpyr_node(first + child);
            bool goes_down = words.z > u_few && words.w != uint(hpyr_none);
            if (!goes_down)
                hpyr_insert_points(query, int(words.y), int(words.y + words.z));
            next = goes_down ? 0 : next + 1;
            first = goes_down ? int(words.w) : first;
            parent = goes_down ? cell : parent;
            depth += int(goes_down);
        }
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
