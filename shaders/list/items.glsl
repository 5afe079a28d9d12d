// Items of a sort, in an array texture of eight layers. A pixel is a block. Layers 0 to 3 have the first
// vectors of its four groups, layers 4 to 7 the second ones: of sixteen pairs keys, and the positions that
// they came from; of 32 words the first and the second half of each group.
// Group g is the group g % 4 of block g / 4. In an array it is read through a filter for nearest texels,
// which a software rasterizer does in half the time of texelFetch.
#include "list/word.glsl"
uniform usampler2DArray u_items;
uniform vec4 u_items_scale; // 1 / size of the array, and half of that: the center of a texel
uniform ivec2 u_items_row;  // blocks in a row - 1, and its binary logarithm
uniform int u_are_words;    // 1, or 0 if items are pairs

// The first vector of a group, or if `second` is 1 the second one.
uvec4 hpyr_items(int group, int second) {
    int block = group >> 2;
    vec2 at = vec2(block & u_items_row.x, block >> u_items_row.y);
    return textureLod(u_items, vec3(at * u_items_scale.xy + u_items_scale.zw, float((group & 3) | (second << 2))), 0.0);
}

// Four keys, and the positions that they came from.
uvec4 hpyr_keys(int texel) {
    return hpyr_items(texel >> u_are_words, texel & u_are_words) >> u_position_bits;
}

uvec4 hpyr_positions(int texel) {
    return hpyr_items(texel >> u_are_words, (texel & u_are_words) | (1 - u_are_words)) & u_position_mask;
}
