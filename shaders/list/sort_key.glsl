// The key by which an entry is sorted: an unsigned number.
#include "list/ordinal.glsl"
uniform bool u_descending; // large entries come first
uniform uint u_last;       // the last ordinal of a number: those of NaN are larger
uniform int u_shift;       // of the bits that are compared
uniform uint u_mask;       // they, after the shift
uniform uint u_most;       // the largest key, which larger ones become: the overflow bin

// Turns the order of numbers round. NaN stays behind them. Twice is as if never.
uint hpyr_turned(uint ordinal) {
    return u_descending && ordinal <= u_last ? u_last - ordinal : ordinal;
}

uint hpyr_key(uint bits) {
    return min((hpyr_turned(hpyr_ordinal(bits)) >> u_shift) & u_mask, u_most);
}
