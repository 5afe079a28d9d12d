// The list of each point: the numbers of the points nearest to it, nearest first, four in each layer.
// Points are searched for in the 27 nodes around the point's own node of some depth, and again one
// depth further up until no point elsewhere can be nearer than the last one of the list.
#include "octree/nearest/cells.glsl"
#include "octree/words.glsl"
uniform usampler2D u_keys; // of the points in the order of u_sorted
uniform ivec2 u_keys_row;
uniform float u_scale; // a power of two, for hpyr_way: then squares are not infinite, and few of them are 0
uniform float u_cell;  // the side of a cell of the last depth in the same units
uniform uint u_enough; // points of a node, so that the search begins there
uniform int u_places;  // 27

vec3 place; // the position of the point whose list this is

uint hpyr_distance(vec3 position) {
    vec3 way = hpyr_way(place, position) * u_scale, squares = way * way;
    return floatBitsToUint((squares.x + squares.y) + squares.z);
}

// The node of the last depth at which it has enough points, or the root.
int find_node(uint key, out int depth) {
    int node = 0;
    depth = 0;
    for (int next = 1; next <= hpyr_depth(); next++) {
        int child = hpyr_child(node, int(key >> uint(3 * (hpyr_depth() - next)) & 7u));
        if (hpyr_node(child).z < u_enough)
            break;
        node = child;
        depth = next;
    }
    return node;
}

// Where a position lies among the cells of a depth. What follows from the depth is computed again instead,
// for beside a list of many neighbors few registers are left.
struct hpyr_place {
    vec3 back;   // from the position to its cell, in cells
    float error; // see hpyr_error_of
    float room;  // cells to the nearest border of the 27 cells that is not one of the root
};

hpyr_place place_of(uint key, int depth) {
    vec3 at = clamp(hpyr_in_finite_cells(place) / hpyr_cells_below(depth), -hpyr_farthest, hpyr_farthest);
    vec3 cell = vec3(hpyr_cell_of_key(key)), low = cell - 1.0, high = cell + 2.0, none = vec3(hpyr_farthest);
    vec3 room = min(mix(at - low, none, lessThanEqual(low, vec3(0.0))),
                    mix(high - at, none, greaterThanEqual(high, vec3(1 << depth))));
    return hpyr_place(cell - at, hpyr_error_of(at, depth), min(room.x, min(room.y, room.z)));
}

bool is_behind(vec3 cells, float error, int depth) {
    return hpyr_is_behind(cells, error, hpyr_cells_below(depth) * u_cell);
}

void search_around(int node, int depth, hpyr_place here) {
    for (int i = 0; i < u_places; i++) {
        int number = (i + 13) % 27; // begins with the node itself
        ivec3 direction = ivec3(number / 9, number / 3 % 3, number % 3) - 1;
        vec3 way = vec3(direction);
        int other = hpyr_neighbor(node, direction);
        if (other == hpyr_none || is_behind(way * here.back + max(way, 0.0), here.error, depth))
            continue;
        uvec4 words = hpyr_node(other);
        hpyr_insert_points(int(words.y), int(words.y + words.z));
    }
}

// Whether all points that were not searched are farther away than the list's last one. They are beyond
// a border of the 27 cells that is not one of the root, for points outside of the root belong to the
// nearest cell.
bool is_complete(hpyr_place here, int depth) {
    return is_behind(vec3(here.room, 0.0, 0.0), here.error, depth);
}

void main() {
    int index = hpyr_target_texel();
    hpyr_clear_list(0xFFFFFFFFu);
    if (index < u_hpyr_points) {
        uint key = hpyr_word(u_keys, u_keys_row, index);
        place = uintBitsToFloat(texelFetch(u_sorted, hpyr_plane_texel(index, u_sorted_row), 0).xyz);
        int depth, node = find_node(key, depth);
        key >>= uint(3 * (hpyr_depth() - depth));
        bool is_searching = true;
        while (is_searching) {
            hpyr_clear_list(0xFFFFFFFFu);
            hpyr_place here = place_of(key, depth);
            search_around(node, depth, here);
            is_searching = depth > 0 && !is_complete(here, depth);
            node = hpyr_parent(node);
            depth--;
            key >>= 3;
        }
    }
    hpyr_write_list();
}
