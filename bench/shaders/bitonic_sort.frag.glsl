// bitonic_sort.frag.glsl - the first pass: reads a block from the caller's buffers and sorts it.
// SPDX-License-Identifier: MIT
layout(location = 0) out uvec4 o_texels[8];

uniform usamplerBuffer u_keys;
#if PAIRS
uniform usamplerBuffer u_values;
#endif
uniform uint u_count; // entries behind them are the largest that there are

void main() {
    uint p = position();
    uint first = p * uint(ENTRIES);
    uint reversed = 0u - (p & 1u);
    for (int i = 0; i < ENTRIES; i++) {
        int at = int(first) + i;
        bool there = uint(at) < u_count;
#if PAIRS
        uvec2 entry = uvec2(texelFetch(u_keys, at).x, texelFetch(u_values, at).x);
        e[i] = (there ? entry : uvec2(0xFFFFFFFFu)) ^ reversed;
#else
        e[i] = (there ? texelFetch(u_keys, at).x : 0xFFFFFFFFu) ^ reversed;
#endif
    }
    NETWORK
    for (int i = 0; i < 8; i++)
        o_texels[i] = texel_of(i) ^ reversed;
}
