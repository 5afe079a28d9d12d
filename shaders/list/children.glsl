// The entries from which the nodes of the next level are made: those of the list itself, or sums.
// HPYR_BASE: they are the list's.
// Two entries are combined by the rules of hpyr_list_reduction.
// HPYR_TYPE: a value of hpyr_list_type. HPYR_REDUCTION: a value of hpyr_list_reduction.
#include "list/input.glsl"
#include "list/length.glsl"
#include "list/ordinal.glsl"

#if HPYR_REDUCTION == 1
const uint hpyr_nothing = 0u; // what an entry that is not there counts as; for FLOAT this is +0

uint hpyr_entry(uint bits) {
    return bits;
}

uint hpyr_combine(uint a, uint b) {
#    if HPYR_TYPE == 3
    return floatBitsToUint(uintBitsToFloat(a) + uintBitsToFloat(b));
#    elif HPYR_TYPE == 2
    return a + b;
#    else
    return a + min(b, ~a); // stops at 2^32 - 1, which means overflow
#    endif
}

// A compiler may take 0 + x for x, so a sum of -0 alone may still be -0 here.
uint hpyr_bits(uint combined) {
#    if HPYR_TYPE == 3
    return combined == 0x80000000u ? 0u : combined;
#    else
    return combined;
#    endif
}
#else
// Minimum and maximum compare ordinals. Those of NaN lie behind all numbers.
#    if HPYR_TYPE == 3
const uint hpyr_last = 0xFF000001u; // the ordinal of infinity
#    else
const uint hpyr_last = 0xFFFFFFFFu;
#    endif
#    if HPYR_REDUCTION == 2
const uint hpyr_nothing = hpyr_last;
#    else
const uint hpyr_nothing = 0u;
#    endif

uint hpyr_entry(uint bits) {
    uint ordinal = hpyr_ordinal(bits);
    return ordinal > hpyr_last ? hpyr_nothing : ordinal;
}

uint hpyr_combine(uint a, uint b) {
#    if HPYR_REDUCTION == 2
    return min(a, b);
#    else
    return max(a, b);
#    endif
}

uint hpyr_bits(uint combined) {
    return hpyr_bits_of_ordinal(combined);
}
#endif

uint hpyr_combine4(uvec4 entries) {
    return hpyr_combine(hpyr_combine(hpyr_combine(entries.x, entries.y), entries.z), entries.w);
}

#ifdef HPYR_BASE
uvec4 hpyr_child(int texel) {
    uvec4 bits = hpyr_input_texel(texel);
#    if HPYR_REDUCTION == 1
    return hpyr_clip(bits, texel, hpyr_length());
#    else
    uint rest = hpyr_rest(texel, hpyr_length());
    return uvec4(rest > 0u ? hpyr_entry(bits.x) : hpyr_nothing, rest > 1u ? hpyr_entry(bits.y) : hpyr_nothing,
                 rest > 2u ? hpyr_entry(bits.z) : hpyr_nothing, rest > 3u ? hpyr_entry(bits.w) : hpyr_nothing);
#    endif
}
#else
uniform usampler2D u_below;
uniform ivec2 u_below_row;
uniform int u_below_texels;
uvec4 hpyr_child(int texel) {
    return texel < u_below_texels ? texelFetch(u_below, hpyr_plane_texel(texel, u_below_row), 0) : uvec4(hpyr_nothing);
}
#endif
