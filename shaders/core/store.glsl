// How sums are added and stored, so that a total which passes the format's limit is recognised at the top.
// UINT: saturating, 2^32 - 1 means overflow.  HPYR_FLOAT_COUNTS: 2^25 means more than 2^24, past which floats skip integers.
uint hpyr_add(uint a, uint b) {
    return a + min(b, ~a);
}

#ifdef HPYR_FLOAT_COUNTS
out float o_count;
void hpyr_store(uint count) {
    o_count = float(count > 16777216u ? 33554432u : count);
}
#else
out uint o_count;
void hpyr_store(uint count) {
    o_count = count;
}
#endif
