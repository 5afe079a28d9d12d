// Reads leaves of layout BITS. A leaf is one texel of every layer, and each of its bits is a cell, or one of a cell's:
// bit b of channel c of layer l is bit number 128 l + 32 c + b of the leaf. The key order decides:
//   COLUMN  a leaf is a column of the volume, and its bits are the slices
//   MORTON  a leaf is 16 x 8 texels of the base level, its bits in Morton order
//   LINE    a leaf is 128 texels of a row
// HPYR_CELL_BITS: a cell has so many bits, 1, 2, 4 or 8, of which the lowest ones are set: as many as it has outputs. Then a leaf is
// HPYR_LEAF texels, 8 x 8, 8 x 4 or 4 x 4 in MORTON order.
// HPYR_LAYERS: layers of the texture of bits.  HPYR_ONE_WORD: it has one channel.
uniform usampler2DArray u_hpyr_base;
#if HPYR_LAYERS > 8
uniform int u_hpyr_layers; // a uniform, because compilers unroll any constant loop, however long
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
