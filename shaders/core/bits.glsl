// Layout BITS: 128 cells a texel, the leaf. Bit b of channel c of layer l is number 128 l + 32 c + b of its leaf.
//   COLUMN  a leaf is a column of the volume, its bits are the slices
//   MORTON  a leaf is 16 x 8 texels of the base level, its bits in Morton order
//   LINE    a leaf is 128 texels of a row
// HPYR_LAYERS: of the texture of bits.  HPYR_ONE_WORD: it has one channel.
uniform usampler2DArray u_hpyr_bits;
#if HPYR_LAYERS > 8
uniform int u_hpyr_layers; // compilers unroll what is constant, however long
#define HPYR_LAYER_COUNT u_hpyr_layers
#else
#define HPYR_LAYER_COUNT HPYR_LAYERS
#endif

uvec4 hpyr_leaf(ivec2 leaf, int layer) {
#ifdef HPYR_ONE_WORD
    return uvec4(texelFetch(u_hpyr_bits, ivec3(leaf, layer), 0).r, 0u, 0u, 0u);
#else
    return texelFetch(u_hpyr_bits, ivec3(leaf, layer), 0);
#endif
}

// Set bits of every byte; GLSL 3.30 has no bitCount.
uvec4 hpyr_byte_counts(uvec4 words) {
    words -= (words >> 1) & 0x55555555u;
    words = (words & 0x33333333u) + ((words >> 2) & 0x33333333u);
    return (words + (words >> 4)) & 0x0F0F0F0Fu;
}

uvec4 hpyr_popcounts(uvec4 words) {
    return (hpyr_byte_counts(words) * 0x01010101u) >> 24;
}

uint hpyr_popcount(uvec4 words) {
    uvec4 bytes = hpyr_byte_counts(words); // up to 8 each; the sum of all sixteen is at most 128
    return ((bytes.x + bytes.y + bytes.z + bytes.w) * 0x01010101u) >> 24;
}
