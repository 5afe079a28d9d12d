// bitonic_block.glsl - sixteen pairs or 32 keys that are neighbors in the list, in registers.
// SPDX-License-Identifier: MIT
#if PAIRS
uvec2 e[16];
#else
uint e[32];
#endif

#define ORDER(i, j) order(e[i], e[j]);

void set_texel(int i, uvec4 texel) {
#if PAIRS
    e[2 * i] = texel.xy;
    e[2 * i + 1] = texel.zw;
#else
    for (int k = 0; k < 4; k++)
        e[4 * i + k] = texel[k];
#endif
}

uvec4 texel_of(int i) {
#if PAIRS
    return uvec4(e[2 * i], e[2 * i + 1]);
#else
    return uvec4(e[4 * i], e[4 * i + 1], e[4 * i + 2], e[4 * i + 3]);
#endif
}
