// Layout BITS: 128 cells a texel, the leaf. Bit b of channel c of layer l is number 128 l + 32 c + b of its leaf.
//   COLUMN  a leaf is a column of the volume, its bits are the slices
//   MORTON  a leaf is 16 x 8 texels of the base level, its bits in Morton order
//   LINE    a leaf is 128 texels of a row
// HPYR_LAYERS: of the texture of bits.  HPYR_ONE_WORD: it has one channel.
uniform usampler2DArray u_hpyr_base;
#if HPYR_LAYERS > 8
uniform int u_hpyr_layers; // compilers unroll what is constant, however long
#    define HPYR_LAYER_COUNT u_hpyr_layers
#else
#    define HPYR_LAYER_COUNT HPYR_LAYERS
#endif

uvec4 hpyr_leaf(ivec2 leaf, int layer) {
#ifdef HPYR_ONE_WORD
    return uvec4(texelFetch(u_hpyr_base, ivec3(leaf, layer), 0).r, 0u, 0u, 0u);
#else
    return texelFetch(u_hpyr_base, ivec3(leaf, layer), 0);
#endif
}
