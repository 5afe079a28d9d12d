// Vertices, edges and faces of an octree (octree_types.h). They are elements, and each has an owner.
// The index of an element is the number of elements that all nodes before its owner own, and of those
// of its owner that have a lower place: a rank.
#include "octree/walk.glsl"
#include "octree/words.glsl"
#include "core/popcount.glsl"
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
