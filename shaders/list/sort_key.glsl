// The key by which an entry is sorted: an unsigned number.
// HPYR_KEY: 0 the entry, 1 the number of its bin, which is the entry, 2 the number of the bin that
// u_bounds give it.  HPYR_TYPE: a value of hpyr_list_type.  HPYR_DESCENDING: large entries come first.
#include "list/ordinal.glsl"

#if HPYR_KEY == 0
uniform int u_shift; // of the bits that are compared
uniform uint u_mask; // they, after the shift

uint hpyr_key(uint bits) {
    uint ordinal = hpyr_ordinal(bits);
#    if HPYR_TYPE == 3 && defined(HPYR_DESCENDING)
    return ordinal <= 0xFF000001u ? 0xFF000001u - ordinal : ordinal; // NaN stays behind all numbers
#    elif defined(HPYR_DESCENDING)
    return ~(ordinal >> u_shift) & u_mask;
#    else
    return (ordinal >> u_shift) & u_mask;
#    endif
}
#else
uniform uint u_bins; // also the number of the overflow bin
#    if HPYR_KEY == 1
uint hpyr_key(uint bin) {
    return min(bin, u_bins);
}
#    else
uniform usampler2D u_bounds; // ordinals: bin b + 1 begins at number b, which is in row b / 256
uniform uint u_bound_count;

uint hpyr_bound(uint bound) {
    return texelFetch(u_bounds, ivec2(bound & 255u, bound >> 8), 0).x;
}

// Counts the bounds that the entry has reached.
uint hpyr_key(uint bits) {
    uint ordinal = hpyr_ordinal(bits), low = 0u, high = u_bound_count;
#        if HPYR_TYPE == 3
    if (ordinal > 0xFF000001u) // NaN
        return u_bins;
#        endif
    while (low < high) {
        uint middle = (low + high) >> 1;
        bool reached = ordinal >= hpyr_bound(middle);
        low = reached ? middle + 1u : low;
        high = reached ? high : middle;
    }
    return low;
}
#    endif
#endif
