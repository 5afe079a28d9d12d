// Values of the function around a leaf, four corners in a row.
#include "octree/poisson/function.glsl"

// The two values of siblings that differ along z alone; `child` is the lower one of them.
vec2 values_along_z(uint block, int child) {
    vec4 values = hpyr_values_beside(8 * int(block == 0xFFFFFFFFu ? 0u : block) + child);
    return (child & 2) == 0 ? values.xy : values.zw;
}

// The values at four corners in a row along z, counted in sides of the leaf from its lower corner on: -1 to 2. `xy` is their place along x
// and y. Nodes of the leaf's depth begin there, in two or three blocks of siblings, each of which is read once. `missing` tells
// where no node begins; the value is useless there.
vec4 row_at(int leaf, ivec2 xy, out bvec4 missing) {
    int index = leaf - 1;
    ivec2 count = (ivec2(index >> 2, index >> 1) & 1) + xy, place = (count + 2) >> 1;
    int word = 9 * place.x + 3 * place.y, child = (count.x & 1) << 2 | (count.y & 1) << 1;
    uvec4 first = hpyr_block_texel(index >> 3, word >> 2), second = hpyr_block_texel(index >> 3, (word >> 2) + 1);
    uvec4 words = (word & 2) == 0 ? first : uvec4(first.zw, second.xy);
    uvec3 blocks = (word & 1) == 0 ? words.xyz : words.yzw;
    bvec3 none = equal(blocks, uvec3(0xFFFFFFFFu));
    vec2 a = values_along_z(blocks.x, child), b = values_along_z(blocks.y, child), c = values_along_z(blocks.z, child);
    if ((index & 1) == 0) {
        missing = none.xyyz;
        return vec4(a.y, b, c.x);
    }
    missing = none.yyzz;
    return vec4(b, c);
}
