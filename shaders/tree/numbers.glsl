// Numbers of an image (quadtree_types.h) as ordinals: unsigned integers in the order of the numbers, so
// that comparisons are exact. A signed integer becomes one by inverting its sign bit; a float by
// inverting its sign bit or, if it is negative, all its bits. NaNs lie beyond both infinities then.
// HPYR_CLASS: the numbers are 0 normalized, 1 float, 2 unsigned or 3 signed.
// HPYR_CHANNELS: 1 or 4.  HPYR_LARGEST: the largest normalized number.
// HPYR_PACKED: four channels of 8 bits are stored in one word.
#if HPYR_CHANNELS == 1
#    define ORDINALS         uint
#    define CHANNELS(texel)  (texel).r
#    define ALL_WITHIN(a, b) ((a) <= (b))
#else
#    define ORDINALS         uvec4
#    define CHANNELS(texel)  (texel)
#    define ALL_WITHIN(a, b) all(lessThanEqual(a, uvec4(b)))
#endif

#if HPYR_CHANNELS == 1 || defined(HPYR_PACKED)
#    define STORED uint
#else
#    define STORED uvec4
#endif

// The channel of a texel whose numbers are floats. -0 and 0 are the same number.
uint ordinal_of_float(float number) {
    uint bits = floatBitsToUint(number);
    bits = (bits << 1) == 0u ? 0u : bits;
    return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
}

float float_of_ordinal(uint ordinal) {
    return uintBitsToFloat((ordinal & 0x80000000u) != 0u ? ordinal ^ 0x80000000u : ~ordinal);
}

#if HPYR_CLASS == 0
ORDINALS ordinals_of(vec4 texel) {
    return ORDINALS(CHANNELS(texel) * HPYR_LARGEST + 0.5);
}
#elif HPYR_CLASS == 1
ORDINALS ordinals_of(vec4 texel) {
#    if HPYR_CHANNELS == 1
    return ordinal_of_float(texel.r);
#    else
    return uvec4(ordinal_of_float(texel.r), ordinal_of_float(texel.g), ordinal_of_float(texel.b),
                 ordinal_of_float(texel.a));
#    endif
}
#elif HPYR_CLASS == 2
ORDINALS ordinals_of(uvec4 texel) {
    return CHANNELS(texel);
}
#else
ORDINALS ordinals_of(ivec4 texel) {
    return ORDINALS(CHANNELS(texel)) ^ 0x80000000u;
}
#endif

STORED pack(ORDINALS numbers) {
#ifdef HPYR_PACKED
    return numbers.r | numbers.g << 8 | numbers.b << 16 | numbers.a << 24;
#else
    return numbers;
#endif
}

ORDINALS unpack(uvec4 texel) {
#ifdef HPYR_PACKED
    return uvec4(texel.r, texel.r >> 8, texel.r >> 16, texel.r >> 24) & 0xFFu;
#else
    return CHANNELS(texel);
#endif
}
