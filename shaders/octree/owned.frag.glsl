// Which elements a node owns: those that no node before it shares.
#include "octree/walk.glsl"
#include "list/plane.glsl"
uniform int u_nodes;
uniform int u_places;       // 27
uniform uint u_sharing[27]; // for each place: which neighbors share what is there
out uint o_owned;

void main() {
    int node = hpyr_target_texel();
    uint before = 0u;
    o_owned = 0u;
    if (node >= u_nodes)
        return;
    for (int place = 0; place < u_places; place++) {
        int neighbor = hpyr_neighbor(node, ivec3(place / 9, place / 3 % 3, place % 3) - 1);
        before |= neighbor != hpyr_none && neighbor < node ? 1u << place : 0u;
    }
    for (int place = 0; place < u_places; place++)
        o_owned |= (before & u_sharing[place]) == 0u ? 1u << place : 0u;
}
