// The largest number of points that one of 64 nodes of the last depth has. It is written twice, for octree/bounds.frag.glsl, which
// goes on with pairs.
#include "list/plane.glsl"
#include "octree/walk.glsl"
uniform int u_count; // of nodes
out uvec4 o_bounds;

void main() {
    int first = (hpyr_target_texel() >> 1) * 64, end = min(first + 64, u_count);
    uint most = 0u;
    for (int i = first; i < end; i++)
        most = max(most, hpyr_node(hpyr_first_node(hpyr_depth()) + i).z);
    o_bounds = uvec4(most);
}
