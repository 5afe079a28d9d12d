// Pairs of a key and the position that it came from, in an array texture of eight layers. A pixel is a
// block of sixteen pairs: layers 0 to 3 have its keys, layers 4 to 7 its positions, four a texel.
// Texel t of the pairs is the texel t % 4 of block t / 4. In an array they are read through a filter
// for nearest texels, which a software rasterizer does in half the time of texelFetch.
uniform usampler2DArray u_pairs;
uniform vec4 u_pairs_scale; // 1 / size of the array, and half of that: the centre of a texel
uniform ivec2 u_pairs_row;  // blocks in a row - 1, and its binary logarithm

uvec4 hpyr_pairs_texel(int texel, int layer) {
    int block = texel >> 2;
    vec2 at = vec2(block & u_pairs_row.x, block >> u_pairs_row.y);
    return textureLod(u_pairs, vec3(at * u_pairs_scale.xy + u_pairs_scale.zw, float(layer)), 0.0);
}

uvec4 hpyr_keys(int texel) {
    return hpyr_pairs_texel(texel, texel & 3);
}

uvec4 hpyr_positions(int texel) {
    return hpyr_pairs_texel(texel, (texel & 3) | 4);
}
