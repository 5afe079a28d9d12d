// Finds the values of leaves, one a texel.
#include "tree/value.glsl"
#include "tree/point.glsl"

out uvec4 o_value;

// The bits of the float nearest to number / (2 * HPYR_LARGEST), which is at most 1. GPUs may round divisions of floats otherwise,
// so this is a long division: first 13 bits of the quotient, then 12, of which the last one rounds. There are no ties.
uint nearest_float(uint number) {
    const uint whole = 2u * uint(HPYR_LARGEST);
    uint halvings = (floatBitsToUint(float(whole)) >> 23) - (floatBitsToUint(float(max(number, 1u))) >> 23);
    uint shifted = number << halvings, is_less = uint(shifted < whole);
    halvings += is_less;
    shifted = (shifted << is_less) << 12;
    uint quotient = (shifted / whole) << 12 | ((shifted % whole) << 12) / whole;
    return number == 0u ? 0u : ((126u - halvings) << 23) + ((quotient + 1u) >> 1);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 corner = corner_of_leaf(at.x + 1024 * at.y);
    uvec4 value = value_of_leaf(corner, hpyr_leaf_level(corner));
#if HPYR_CLASS == 0
    value = uvec4(nearest_float(value.r), nearest_float(value.g), nearest_float(value.b), nearest_float(value.a));
#endif
    o_value = value;
}
