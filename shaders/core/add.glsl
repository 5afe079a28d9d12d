// How counts are added, so that a total which passes the format's limit is recognised at the top.
// UINT: saturating, 2^32 - 1 means overflow.  HPYR_FLOAT_COUNTS: 2^25 means more than 2^24, past which floats skip integers.
HPYR_UINT hpyr_add(HPYR_UINT a, HPYR_UINT b) {
#ifdef HPYR_INTEGERS
    return a + min(b, ~a);
#else
    return a > 16777216.0 - b ? 33554432.0 : a + b; // the difference is exact, the sum might round back to 2^24
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
