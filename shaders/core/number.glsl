// The value of a texel as a number to calculate with: codes 0, 1, 2.. of normalized values, and other
// values as they are.
// HPYR_NUMBER: the type, int or float. HPYR_EXACT: it is int, and numbers have 16 bits or fewer.
// u_hpyr_codes: the largest code.
#include "core/input.glsl"

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
