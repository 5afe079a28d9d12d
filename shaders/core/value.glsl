// The value of a texel of the input, as a number and as an ordinal.
#include "core/input.glsl"

// As a number to calculate with: codes 0, 1, 2.. of normalized values, and other
// values as they are.
// HPYR_NUMBER: the type, int or float. HPYR_EXACT: it is int, and numbers have 16 bits or fewer.
// u_hpyr_codes: the largest code.
#ifdef HPYR_NUMBER
uniform float u_hpyr_codes;

HPYR_NUMBER hpyr_number(HPYR_TEXEL texel) {
#    if HPYR_CLASS == 0
    return HPYR_NUMBER(floor(texel HPYR_CHANNEL * u_hpyr_codes + 0.5));
#    else
    return HPYR_NUMBER(texel HPYR_CHANNEL);
#    endif
}
#endif

// As an ordinal: a number in the order of the values, so comparisons are exact.
// HPYR_CHANNEL: .r, .g, .b or .a.
// HPYR_CLASS: the input's values are 0 normalized, 1 float, 2 unsigned or 3 signed.
// A signed integer becomes an unsigned one by inverting its sign bit; a float by inverting its sign
// bit or, if it is negative, all its bits. The ordinal of a NaN lies outside every range.
// Normalized values, and all values in GLSL 1.20, which cannot see bits, are compared as floats.
#ifdef HPYR_INPUT
#    if HPYR_CLASS == 0 || !defined(HPYR_INTEGERS)
#        define HPYR_ORDINAL float
#        define HPYR_BOUNDS  vec2 // normalized values: half a code beyond the active codes
#    else
#        define HPYR_ORDINAL uint
#        define HPYR_BOUNDS  uvec2
#    endif

HPYR_ORDINAL hpyr_ordinal(HPYR_TEXEL texel) {
#    if HPYR_CLASS == 0 || !defined(HPYR_INTEGERS)
    return texel HPYR_CHANNEL;
#    elif HPYR_CLASS == 1
    uint bits = floatBitsToUint(texel HPYR_CHANNEL);
    return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
#    elif HPYR_CLASS == 2
    return texel HPYR_CHANNEL;
#    else
    return uint(texel HPYR_CHANNEL) ^ 0x80000000u;
#    endif
}

// Tells whether an ordinal lies between two bounds, both included. NaN compares false.
bool hpyr_lies_within(HPYR_BOUNDS bounds, HPYR_ORDINAL ordinal) {
    return ordinal >= bounds.x && ordinal <= bounds.y;
}
#endif
