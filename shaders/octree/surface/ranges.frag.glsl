// Where the nodes of each depth begin in an ascending list of nodes, all less one.
#include "octree/walk.glsl"
#include "octree/find_points.glsl"
uniform int u_count; // of the list
out uint o_first;

void main() {
    uint first = uint(u_hpyr_first_nodes[min(int(gl_FragCoord.x), 11)] - 1);
    o_first = uint(hpyr_find_point(first, 0, u_count));
}
