// The key by which an entry is sorted: an unsigned number.
// HPYR_BINS: the entries are numbers of bins.
// HPYR_TYPE: a value of hpyr_list_type.  HPYR_DESCENDING: large entries come first.
#include "list/ordinal.glsl"

#ifndef HPYR_BINS
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

uint hpyr_key(uint bin) {
    return min(bin, u_bins);
}
#endif
