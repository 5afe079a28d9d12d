// Adds two counts. A sum that passes the limit of the format stays recognizable up to the top.
// UINT counts stop at 2^32 - 1, which means overflow.
// HPYR_FLOAT_COUNTS: counts are floats, which skip integers above 2^24; 2^25 means overflow.
HPYR_UINT hpyr_add(HPYR_UINT a, HPYR_UINT b) {
#ifdef HPYR_INTEGERS
    return a + min(b, ~a);
#else
    return a > 16777216.0 - b ? 33554432.0 : a + b; // a + b might be rounded to 2^24
#endif
}

#ifdef HPYR_FLOAT_COUNTS
float hpyr_storable(HPYR_UINT count) {
#    ifdef HPYR_INTEGERS
    return float(count > 16777216u ? 33554432u : count);
#    else
    return count > 16777216.0 ? 33554432.0 : count;
#    endif
}
#elif defined(HPYR_INTEGERS)
uint hpyr_storable(uint count) {
    return count;
}
#endif
