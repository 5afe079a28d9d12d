// The list of each point: the numbers of the points nearest to it, nearest first, four in each layer.
// Points are searched for in the 27 nodes around the point's own node of some depth, and again one
// depth further up until no point elsewhere can be nearer than the last one of the list.
// HPYR_TARGETS, HPYR_EACH_TARGET: its layers; see reduce_volume.frag.glsl.
// HPYR_OUTPUTS, HPYR_PART: a pass writes so many of them, in its turn.
#include "octree/points.glsl"
#include "octree/walk.glsl"
#include "octree/words.glsl"
uniform usampler2D u_sorted; // see sorted.frag.glsl
uniform ivec2 u_sorted_row;
uniform usampler2D u_keys; // of the points in this order
uniform ivec2 u_keys_row;
uniform float u_scale;        // a power of two, for hpyr_way: then squares are not infinite, and few of them are 0
uniform float u_cell;         // the side of a cell of the last depth in the same units
uniform float u_coarse;       // cells of the last depth in a unit, or 1 if there are more
uniform vec3 u_coarse_origin; // of the root, multiplied by u_coarse
uniform uint u_enough;        // points of a node, so that the search begins there
uniform int u_places;         // 27
layout(location = 0) out uvec4 o_numbers[HPYR_OUTPUTS];

// The list: bits of squared distances, and numbers. Bits of floats that are not negative have the order
// of the floats. Only constants are indices, so all of it can stay in registers.
uvec4 distances[HPYR_TARGETS], numbers[HPYR_TARGETS];

void clear_list() {
#define HPYR_CLEAR(i) distances[i] = numbers[i] = uvec4(0xFFFFFFFFu);
    HPYR_EACH_TARGET(HPYR_CLEAR)
}

// Puts what moves into an entry if it is nearer, or as near with a smaller number. Then what was there
// moves on.
void move(inout uint distance_here, inout uint number_here, inout uvec2 moving) {
    bool is_here = moving.x < distance_here || (moving.x == distance_here && moving.y < number_here);
    uvec2 next = is_here ? uvec2(distance_here, number_here) : moving;
    distance_here = is_here ? moving.x : distance_here;
    number_here = is_here ? moving.y : number_here;
    moving = next;
}

void move_four(inout uvec4 distances_here, inout uvec4 numbers_here, inout uvec2 moving) {
    move(distances_here.x, numbers_here.x, moving);
    move(distances_here.y, numbers_here.y, moving);
    move(distances_here.z, numbers_here.z, moving);
    move(distances_here.w, numbers_here.w, moving);
}

void insert(uvec2 moving) {
#define HPYR_MOVE(i) move_four(distances[i], numbers[i], moving);
    HPYR_EACH_TARGET(HPYR_MOVE)
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

// Ends when all of the list lies at the position itself. Such points are in one cell, in the order of
// their numbers, so those with the smallest numbers came first. Else many copies of a point would each
// visit all others.
void insert_points(vec3 position, int first, int end) {
    for (int i = first; i < end && distances[HPYR_TARGETS - 1].w > 0u; i++) {
        uvec4 point = texelFetch(u_sorted, hpyr_plane_texel(i, u_sorted_row), 0);
        vec3 way = hpyr_way(position, uintBitsToFloat(point.xyz)) * u_scale, squares = way * way;
        uint distance_there = floatBitsToUint((squares.x + squares.y) + squares.z);
        if (distance_there <= distances[HPYR_TARGETS - 1].w)
            insert(uvec2(distance_there, point.w));
    }
}

const float farthest = 1e30; // cells from the root; what lies beyond is searched for as if it were so far

// Where a position lies among the cells of a depth. What follows from the depth is computed again instead,
// for beside a list of many neighbors few registers are left.
struct hpyr_place {
    vec3 back;   // from the position to its cell, in cells
    float error; // rounding may move it, or a border, by so much
    float room;  // cells to the nearest border of the 27 cells that is not one of the root
};

float cells_below(int depth) {
    return float(1 << (hpyr_depth() - depth));
}

hpyr_place place_of(vec3 position, uint key, int depth) {
    vec3 cells = hpyr_in_cells(position); // the way from the origin may be infinite where cells are large
    vec3 finite = mix(cells, position * u_coarse - u_coarse_origin, greaterThan(abs(cells), vec3(farthest)));
    vec3 at = clamp(finite / cells_below(depth), -farthest, farthest), cell = vec3(hpyr_cell_of_key(key));
    float error = (float(1 << depth) + max(abs(at.x), max(abs(at.y), abs(at.z)))) * 5e-7;
    vec3 low = cell - 1.0, high = cell + 2.0, none = vec3(farthest);
    vec3 room = min(mix(at - low, none, lessThanEqual(low, vec3(0.0))),
                    mix(high - at, none, greaterThanEqual(high, vec3(1 << depth))));
    return hpyr_place(cell - at, error, min(room.x, min(room.y, room.z)));
}

// Whether points so many cells away along each axis are farther away than the list's last one. Cells are taken
// for a little smaller than they are.
bool is_behind(vec3 cells, float error, int depth) {
    vec3 reach = max(cells - error, 0.0) * (cells_below(depth) * u_cell * 0.99999);
    return distances[HPYR_TARGETS - 1].w < floatBitsToUint(dot(reach, reach));
}

void search_around(vec3 position, int node, int depth, hpyr_place place) {
    for (int i = 0; i < u_places; i++) {
        int number = (i + 13) % 27; // begins with the node itself
        ivec3 direction = ivec3(number / 9, number / 3 % 3, number % 3) - 1;
        vec3 way = vec3(direction);
        int other = hpyr_neighbor(node, direction);
        if (other == hpyr_none || is_behind(way * place.back + max(way, 0.0), place.error, depth))
            continue;
        uvec4 words = hpyr_node(other);
        insert_points(position, int(words.y), int(words.y + words.z));
    }
}

// Whether all points that were not searched are farther away than the list's last one. They are beyond
// a border of the 27 cells that is not one of the root, for points outside of the root belong to the
// nearest cell.
bool is_complete(hpyr_place place, int depth) {
    return is_behind(vec3(place.room, 0.0, 0.0), place.error, depth);
}

void write(int part, uvec4 numbers_here, inout uvec4 target) {
    target = part == HPYR_PART ? numbers_here : target;
}

void main() {
    int index = hpyr_target_texel();
    clear_list();
    if (index < u_hpyr_points) {
        uint key = hpyr_word(u_keys, u_keys_row, index);
        vec3 position = uintBitsToFloat(texelFetch(u_sorted, hpyr_plane_texel(index, u_sorted_row), 0).xyz);
        int depth, node = find_node(key, depth);
        key >>= uint(3 * (hpyr_depth() - depth));
        bool is_searching = true;
        while (is_searching) {
            clear_list();
            hpyr_place place = place_of(position, key, depth);
            search_around(position, node, depth, place);
            is_searching = depth > 0 && !is_complete(place, depth);
            node = hpyr_parent(node);
            depth--;
            key >>= 3;
        }
    }
#define HPYR_WRITE(i) write(i / HPYR_OUTPUTS, numbers[i], o_numbers[i % HPYR_OUTPUTS]);
    HPYR_EACH_TARGET(HPYR_WRITE)
}
