// bitonic_merge.frag.glsl - a pass: reads eight texels, compares and exchanges, and writes eight texels,
// one into each layer.  SPDX-License-Identifier: MIT
//
// BLOCK: the entries of the texels are neighbors in the list, and are compared with each other.
// Otherwise each entry of a texel is compared with the same entry of other texels.
layout(location = 0) out uvec4 o_texels[8];

uniform uvec4 u_masks;    // bits of a position that move up by 0, 1, 2 and 3 to make room for three
uniform uvec3 u_strides;  // the bits that they make room for
uniform uint u_direction; // number of the bit of a position that says: in descending order

#if !BLOCK
uvec4 t[8];

#    define ORDER(i, j) order_texels(t[i], t[j]);

void set_texel(int i, uvec4 texel) {
    t[i] = texel;
}

uvec4 texel_of(int i) {
    return t[i];
}

void order_texels(inout uvec4 a, inout uvec4 b) {
#    if PAIRS
    uvec2 a0 = a.xy, b0 = b.xy, a1 = a.zw, b1 = b.zw;
    order(a0, b0);
    order(a1, b1);
    a = uvec4(a0, a1);
    b = uvec4(b0, b1);
#    else
    uvec4 smaller = min(a, b);
    b = max(a, b);
    a = smaller;
#    endif
}
#endif

void main() {
    uint p = position();
    uint from = (p & u_masks.x) | (p & u_masks.y) << 1 | (p & u_masks.z) << 2 | (p & u_masks.w) << 3;
    uint layer = p >> uint(POSITION_BITS - 3);
    uint reversed = 0u - (p >> u_direction & 1u); // all bits: then the least entry is the greatest one
    for (int i = 0; i < 8; i++) {
        uvec3 is_up = uvec3(uint(i), uint(i) >> 1, uint(i) >> 2) & 1u;
        uvec3 up = is_up * u_strides;
        set_texel(i, texel_at(from + up.x + up.y + up.z, layer) ^ reversed);
    }
    NETWORK
    for (int i = 0; i < 8; i++)
        o_texels[i] = texel_of(i) ^ reversed;
}
