// The first points of the nodes of a depth, from the depth above: four nodes a fragment.
#include "octree/level.glsl"
#include "octree/find_points.glsl"
uniform int u_blocks;
uniform uint u_shift; // bits of a point's key behind those of a node's key
out uvec4 o_firsts;

void main() {
    int texel = hpyr_target_texel(), block = texel >> 1;
    o_firsts = uvec4(0u);
    if (block >= u_blocks)
        return;
    hpyr_parent_node parent = hpyr_parent_of(block);
    uvec4 keys = (parent.key << 3) + uint(4 * (texel & 1)) + uvec4(0u, 1u, 2u, 3u);
    o_firsts = uvec4(hpyr_find_points(keys << u_shift, parent.first, parent.end));
}
