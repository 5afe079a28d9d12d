// bitonic.glsl - what the passes of the bitonic sort share.  SPDX-License-Identifier: MIT
//
// bitonic.c writes in front: PAIRS, whether a key has a value; WIDTH_BITS, log2 of the textures' width;
// POSITION_BITS, log2 of a layer's texels; and NETWORK, a list of ORDER(i, j).

// Of a texel two pairs (key, value, key, value) or four keys.
uniform usampler2DArray u_source;

// Position of this fragment in a layer.
uint position() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    return at.y << uint(WIDTH_BITS) | at.x;
}

uvec4 texel_at(uint position, uint layer) {
    uint column = position & ((1u << uint(WIDTH_BITS)) - 1u);
    return texelFetch(u_source, ivec3(column, position >> uint(WIDTH_BITS), layer), 0);
}

void order(inout uint a, inout uint b) {
    uint smaller = min(a, b);
    b = max(a, b);
    a = smaller;
}

void order(inout uvec2 a, inout uvec2 b) {
    bool swapped = a.x > b.x || (a.x == b.x && a.y > b.y);
    uvec2 smaller = swapped ? b : a;
    b = swapped ? a : b;
    a = smaller;
}
