// The ordinal of an entry: an unsigned number, in the order of the entries. Each has its own.
// A signed integer gets it by inverting its sign bit. A float gets it by inverting its sign bit or, if
// it is negative, all its bits; that is IEEE 754's total order. There the NaNs whose sign bit is set
// come first: 0x007FFFFF of them. A subtraction moves them behind all others, so -infinity has ordinal
// 0, +infinity has 0xFF000001, and all NaNs have larger ones.
// Types are told apart by numbers, not by defines: one program serves all of them.
uniform uvec3 u_ordinal; // bits to invert if the highest one is set, and if not; what is subtracted

uint hpyr_ordinal(uint bits) {
    return (bits ^ (bits >= 0x80000000u ? u_ordinal.x : u_ordinal.y)) - u_ordinal.z;
}

uint hpyr_bits_of_ordinal(uint ordinal) {
    ordinal += u_ordinal.z;
    return ordinal ^ (ordinal >= 0x80000000u ? u_ordinal.y : u_ordinal.x);
}
