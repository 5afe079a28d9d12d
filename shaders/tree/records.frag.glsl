// Writes leaves as hpyr_quadtree_leaf, two texels each: where, how large and how many texels; and the value.
#include "core/morton.glsl"
#include "tree/value.glsl"

uniform usampler2D u_list; // points of the pyramid: block and bit, see bits.frag.glsl
out uvec4 o_record;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int texel = at.x + 1024 * at.y, leaf = texel >> 1;
    uvec4 point = texelFetch(u_list, ivec2(leaf & 1023, leaf >> 10), 0);
    bool is_used = point.x != 0xFFFFFFFFu;
    ivec2 corner = is_used ? 8 * ivec2(point.xy) + hpyr_morton_offset(int(point.z)) : ivec2(0);
    int level = hpyr_leaf_level(corner);
    ivec2 inside = min(u_size - corner, ivec2(1 << level));
    uvec4 value = value_of_leaf(corner, level);
    o_record = (texel & 1) != 0 ? value : uvec4(corner, 1 << level, inside.x * inside.y);
}
