// The ordinal of an entry: an unsigned number, in the order of the entries. Each has its own.
// HPYR_TYPE: a value of hpyr_list_type.
// A signed integer gets it by inverting its sign bit. A float gets it by inverting its sign bit or, if
// it is negative, all its bits; that is IEEE 754's total order. There the NaNs whose sign bit is set
// come first: 0x007FFFFF of them. A subtraction moves them behind all others, so -infinity has ordinal
// 0, +infinity has 0xFF000001, and all NaNs have larger ones.
uint hpyr_ordinal(uint bits) {
#if HPYR_TYPE == 3
    return ((bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u) - 0x007FFFFFu;
#elif HPYR_TYPE == 2
    return bits ^ 0x80000000u;
#else
    return bits;
#endif
}

uint hpyr_bits_of_ordinal(uint ordinal) {
#if HPYR_TYPE == 3
    ordinal += 0x007FFFFFu;
    return (ordinal & 0x80000000u) != 0u ? ordinal & 0x7FFFFFFFu : ~ordinal;
#elif HPYR_TYPE == 2
    return ordinal ^ 0x80000000u;
#else
    return ordinal;
#endif
}
