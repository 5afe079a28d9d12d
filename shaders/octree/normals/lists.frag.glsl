// The list of each point: the numbers of the points nearest to it, nearest first, four in each target.
// Points are searched for in the 27 nodes around the point's own node of some depth, and again one
// depth further up until no point elsewhere can be nearer than the last one of the list.
#include "octree/walk.glsl"
#include "octree/words.glsl"
#include "octree/points.glsl"
uniform usampler2D u_sorted; // see sorted.frag.glsl
uniform ivec2 u_sorted_row;
uniform usampler2D u_keys; // of the points in this order
uniform ivec2 u_keys_row;
uniform float u_scale;  // a power of two that makes the root's side 1 to 2
uniform float u_cell;   // the side of a cell of the last depth, multiplied by u_scale
uniform int u_length;   // of a list
uniform int u_entries;  // of all targets
uniform uint u_enough;  // points of a node, so that the search begins there
uniform int u_places;   // 27
layout(location = 0) out uvec4 o_0;
layout(location = 1) out uvec4 o_1;
layout(location = 2) out uvec4 o_2;
layout(location = 3) out uvec4 o_3;
layout(location = 4) out uvec4 o_4;
layout(location = 5) out uvec4 o_5;
layout(location = 6) out uvec4 o_6;
layout(location = 7) out uvec4 o_7;

// Bits of the squared distance, and the number. Bits of floats that are not negative have the order of
// the floats. The last entry of the list stands in `farthest`, too.
uvec2 nearest[32];
uvec2 farthest;

bool is_nearer(uvec2 a, uvec2 b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

void clear_list() {
    for (int i = 0; i < u_entries; i++)
        nearest[i] = uvec2(0xFFFFFFFFu);
    farthest = uvec2(0xFFFFFFFFu);
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

void insert_points(vec3 position, int first, int end) {
    for (int i = first; i < end; i++) {
        uvec4 point = texelFetch(u_sorted, hpyr_plane_texel(i, u_sorted_row), 0);
        vec3 difference = (position - uintBitsToFloat(point.xyz)) * u_scale, squares = difference * difference;
        uvec2 moving = uvec2(floatBitsToUint((squares.x + squares.y) + squares.z), point.w);
        if (!is_nearer(moving, farthest))
            continue;
        for (int j = 0; j < u_length; j++) { // all entries are written, since softpipe wants no other indices
            uvec2 there = nearest[j];
            bool is_here = is_nearer(moving, there);
            nearest[j] = is_here ? moving : there;
            moving = is_here ? there : moving;
            farthest = nearest[j];
        }
    }
}

void search_around(vec3 position, int node) {
    for (int i = 0; i < u_places; i++) {
        int place = (i + 13) % 27; // begins with the node itself
        int other = hpyr_neighbor(node, ivec3(place / 9, place / 3 % 3, place % 3) - 1);
        if (other == hpyr_none)
            continue;
        uvec4 words = hpyr_node(other);
        insert_points(position, int(words.y), int(words.y + words.z));
    }
}

// Whether all points that were not searched are farther away than the list's last one. They are beyond
// a border of the 27 cells that is not one of the root, for points outside of the root belong to the
// nearest cell. Rounding may have moved borders a little.
bool is_complete(vec3 position, uint key, int depth) {
    float below = float(1 << (hpyr_depth() - depth)), cells = float(1 << depth);
    uint own = key >> uint(3 * (hpyr_depth() - depth));
    vec3 at = hpyr_in_cells(position) / below;
    vec3 low = vec3(hpyr_bits_of_key(own >> 2), hpyr_bits_of_key(own >> 1), hpyr_bits_of_key(own)) - 1.0;
    vec3 high = low + 3.0, none = vec3(1e15);
    vec3 room = min(mix(at - low, none, lessThanEqual(low, vec3(0.0))),
                    mix(high - at, none, greaterThanEqual(high, vec3(cells))));
    float error = (cells + max(abs(at.x), max(abs(at.y), abs(at.z)))) * 5e-7;
    float reach = max(min(room.x, min(room.y, room.z)) - error, 0.0) * (below * u_cell) * 0.99999;
    return farthest.x < floatBitsToUint(reach * reach);
}

uvec4 entries(int i) {
    return uvec4(nearest[i].y, nearest[i + 1].y, nearest[i + 2].y, nearest[i + 3].y);
}

void main() {
    int index = hpyr_target_texel();
    clear_list();
    if (index < u_hpyr_points) {
        uint key = hpyr_word(u_keys, u_keys_row, index);
        vec3 position = uintBitsToFloat(texelFetch(u_sorted, hpyr_plane_texel(index, u_sorted_row), 0).xyz);
        int depth, node = find_node(key, depth);
        bool is_searching = true;
        while (is_searching) {
            clear_list();
            search_around(position, node);
            is_searching = depth > 0 && !is_complete(position, key, depth);
            node = hpyr_parent(node);
            depth--;
        }
    }
    o_0 = entries(0);
    o_1 = entries(4);
    o_2 = entries(8);
    o_3 = entries(12);
    o_4 = entries(16);
    o_5 = entries(20);
    o_6 = entries(24);
    o_7 = entries(28);
}
