// Writes leaves as hpyr_quadtree_leaf, two texels each: where, how large and how many texels; and the value.
#include "tree/leaf.glsl"
#include "tree/point.glsl"

uniform usampler2D u_values; // see values.frag.glsl
uniform ivec2 u_size;        // of the image
out uvec4 o_record;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int texel = at.x + 1024 * at.y, leaf = texel >> 1;
    ivec2 corner = corner_of_leaf(leaf);
    int size = 1 << hpyr_leaf_level(corner);
    ivec2 inside = min(u_size - corner, ivec2(size));
    uvec4 value = texelFetch(u_values, ivec2(leaf & 1023, leaf >> 10), 0);
    o_record = (texel & 1) != 0 ? value : uvec4(corner, size, inside.x * inside.y);
}
