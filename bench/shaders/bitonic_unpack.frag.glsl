// bitonic_unpack.frag.glsl - the last pass: four keys a texel, and their values, in the list's order.
// SPDX-License-Identifier: MIT
layout(location = 0) out uvec4 o_keys;
#if PAIRS
layout(location = 1) out uvec4 o_values;
#endif

uniform uint u_bits[POSITION_BITS]; // bit i of a block's number is this bit of its position

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    uint texel = at.y << uint(RESULT_WIDTH_BITS) | at.x;
    uint block = texel / uint(ENTRIES / 4), p = 0u;
    for (int i = 0; i < POSITION_BITS; i++)
        p |= (block >> uint(i) & 1u) << u_bits[i];
#if PAIRS
    uint layer = texel % 4u * 2u;
    uvec4 a = texel_at(p, layer), b = texel_at(p, layer + 1u);
    o_keys = uvec4(a.xz, b.xz);
    o_values = uvec4(a.yw, b.yw);
#else
    o_keys = texel_at(p, texel % 8u);
#endif
}
