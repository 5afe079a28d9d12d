// The lower left cell of a leaf, from the pyramid's point: the block and the bit, see bits.frag.glsl.
#include "core/morton.glsl"

uniform usampler2D u_list; // points, 1024 in a row

ivec2 corner_of_leaf(int leaf) {
    uvec4 point = texelFetch(u_list, ivec2(leaf & 1023, leaf >> 10), 0);
    bool is_used = point.x != 0xFFFFFFFFu;
    return is_used ? 8 * ivec2(point.xy) + hpyr_morton_offset(int(point.z)) : ivec2(0);
}
