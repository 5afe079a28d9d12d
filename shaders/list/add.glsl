// Combines two entries, by the rules of hpyr_list_reduction.
// HPYR_TYPE: a value of hpyr_list_type. HPYR_REDUCTION: a value of hpyr_list_reduction.
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
