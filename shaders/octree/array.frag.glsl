// Entries of an array of an octree, one a fragment.
// HPYR_ARRAY: a value of hpyr_octree_array.
#include "octree/walk.glsl"
#include "octree/words.glsl"
#include "core/popcount.glsl"
#include "octree/items.glsl"
uniform int u_places[12];    // of the kind of elements that the entries are
uniform uint u_kind;         // the same as bits
uniform uint u_item_kind;    // of the kind of elements that the items are
uniform usampler2D u_firsts; // of the kind that the entries are
uniform ivec2 u_firsts_row;
uniform usampler2D u_item_firsts; // of the kind that the items are; or words of points
uniform ivec2 u_item_firsts_row;
uniform uint u_nodes;
out uint o_entry;

// Vertices, edges and faces of an octree (octree_types.h). They are elements, and each has an owner.
// The index of an element is the number of elements that all nodes before its owner own, and of those
// of its owner that have a lower place: a rank.
uniform usampler2D u_owned; // for each node, a bit for each place that it owns
uniform ivec2 u_owned_row;

ivec3 hpyr_coordinates(int place) {
    return ivec3(place / 9, place / 3 % 3, place % 3);
}

int hpyr_place(ivec3 coordinates) {
    return 9 * coordinates.x + 3 * coordinates.y + coordinates.z;
}

// The index of the element at a place of a node. `firsts` are the indices of the first elements that
// nodes own, `kind` has the places of this kind of elements.
uint hpyr_element(int node, ivec3 coordinates, usampler2D firsts, ivec2 firsts_row, uint kind) {
    int owner = node;
    ivec3 side = coordinates - 1, way = ivec3(0);
    for (int i = 1; i < 8; i++) {
        ivec3 direction = side * (ivec3(i >> 2, i >> 1, i) & 1);
        int other = hpyr_neighbor(node, direction);
        if (other != hpyr_none && other < owner) {
            owner = other;
            way = direction;
        }
    }
    uint before = (1u << hpyr_place(coordinates - 2 * way)) - 1u;
    uint owned = hpyr_word(u_owned, u_owned_row, owner) & kind & before;
    return hpyr_word(firsts, firsts_row, owner) + hpyr_popcount(uvec4(owned, 0u, 0u, 0u));
}

// The owner of an element is the last node whose first element is not behind it. Returns the owner,
// and the place there.
int find_owner(uint element, out ivec3 coordinates) {
    uint low = 0u, high = u_nodes;
    while (low + 1u < high) {
        uint middle = (low + high) >> 1;
        if (hpyr_word(u_item_firsts, u_item_firsts_row, int(middle)) <= element)
            low = middle;
        else
            high = middle;
    }
    uint rank = element - hpyr_word(u_item_firsts, u_item_firsts_row, int(low));
    uint owned = hpyr_word(u_owned, u_owned_row, int(low)) & u_item_kind;
    while (rank > 0u && owned != 0u) { // fragments behind the last element have any rank
        owned &= owned - 1u;
        rank--;
    }
    coordinates = hpyr_coordinates(hpyr_number_of_bit(owned & (~owned + 1u)));
    return int(low);
}

uint element_at(int node, ivec3 coordinates) {
    return hpyr_element(node, coordinates, u_firsts, u_firsts_row, u_kind);
}

uint node_of_key(uint key) {
    int node = 0;
    for (int depth = 1; depth <= hpyr_depth(); depth++)
        node = int(hpyr_node(node).w) + int(key >> uint(3 * (hpyr_depth() - depth)) & 7u);
    return uint(node);
}

// The coordinates of edge `part` of a face: in the two directions along the face they are 0 1, 1 0,
// 1 2, 2 1.
ivec3 edge_of_face(ivec3 face, int part) {
    int u = part == 0 ? 0 : part == 3 ? 2 : 1, v = part == 1 ? 0 : part == 2 ? 2 : 1;
    return face.x != 1 ? ivec3(face.x, u, v) : face.y != 1 ? ivec3(u, face.y, v) : ivec3(u, v, face.z);
}

uint entry_at(uint item, int part) {
    int node = int(item);
#if HPYR_ARRAY <= 2
    uvec4 words = hpyr_node(node);
    return HPYR_ARRAY == 0 ? words.x : HPYR_ARRAY == 1 ? words.y : words.z;
#elif HPYR_ARRAY == 3
    return uint(hpyr_parent(node));
#elif HPYR_ARRAY == 4
    return uint(hpyr_child(node, part));
#elif HPYR_ARRAY == 5
    return uint(hpyr_neighbor(node, hpyr_coordinates(part) - 1));
#elif HPYR_ARRAY <= 8
    return element_at(node, hpyr_coordinates(u_places[part]));
#elif HPYR_ARRAY <= 11
    ivec3 coordinates;
    int owner = find_owner(item, coordinates);
#    if HPYR_ARRAY == 9
    ivec3 upper = ivec3(part >> 2, part >> 1, part) & 1;
    return uint(hpyr_neighbor(owner, upper - ivec3(equal(coordinates, ivec3(0)))));
#    elif HPYR_ARRAY == 10
    ivec3 along = ivec3(equal(coordinates, ivec3(1)));
    return element_at(owner, coordinates + along * (2 * part - 1));
#    else
    return element_at(owner, edge_of_face(coordinates, part));
#    endif
#elif HPYR_ARRAY == 12
    return hpyr_word(u_item_firsts, u_item_firsts_row, node);
#else
    return node_of_key(hpyr_word(u_item_firsts, u_item_firsts_row, node));
#endif
}

void main() {
    uvec2 item = hpyr_item_and_part();
    o_entry = entry_at(item.x, int(item.y));
}
