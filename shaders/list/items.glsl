// Items of a sort, in an array texture of eight layers, four a texel. A pixel is a block: of sixteen pairs
// layers 0 to 3 have the keys, and layers 4 to 7 the positions that they came from; of 32 words each layer
// has some.
// Texel t of the items is the texel t % 4 of block t / 4, or the texel t % 8 of block t / 8. In an array
// they are read through a filter for nearest texels, which a software rasterizer does in half the time of
// texelFetch.
#include "list/word.glsl"
uniform usampler2DArray u_items;
uniform vec4 u_items_scale;  // 1 / size of the array, and half of that: the centre of a texel
uniform ivec2 u_items_row;   // blocks in a row - 1, and its binary logarithm
uniform ivec3 u_items_block; // texels of a block - 1, their binary logarithm, and the first layer of positions

uvec4 hpyr_items_layer(int texel, int first) {
    int block = texel >> u_items_block.y, layer = (texel & u_items_block.x) | first;
    vec2 at = vec2(block & u_items_row.x, block >> u_items_row.y);
    return textureLod(u_items, vec3(at * u_items_scale.xy + u_items_scale.zw, float(layer)), 0.0);
}

// What items are ordered by: keys, or words.
uvec4 hpyr_items(int texel) {
    return hpyr_items_layer(texel, 0);
}

uvec4 hpyr_keys(int texel) {
    return hpyr_items(texel) >> u_position_bits;
}

uvec4 hpyr_positions(int texel) {
    return hpyr_items_layer(texel, u_items_block.z) & u_position_mask;
}
