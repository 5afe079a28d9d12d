// Discriminator (MPI-I-2006-4-002, section 3): computes how many outputs a base-level texel has.
// HPYR_KIND: 0 RANGE    1 where the value lies within u_hpyr_bounds, else 0
//            1 COUNTS   the value itself
//            2 CUSTOM   the answer of the caller's function hpyr_count_at
// HPYR_CHANNEL: .r, .g, .b or .a.
// HPYR_CLASS: the input's values are 0 normalised, 1 float, 2 unsigned or 3 signed.
// RANGE compares ordinals: unsigned integers in the order of the values, so comparisons are exact.
// A signed integer becomes one by inverting its sign bit; a float by inverting its sign bit or, if
// it is negative, all its bits. The ordinal of a NaN lies outside every range.
// Normalised values, and all values in GLSL 1.20, which cannot see bits, are compared as floats.
#include "core/cell.glsl"
#include "core/input.glsl"
#include <caller>

#ifdef HPYR_KIND // without it the shader does not read the source
#    if HPYR_KIND == 0
#        if HPYR_CLASS == 0 || !defined(HPYR_INTEGERS)
uniform vec2 u_hpyr_bounds; // normalised values: half a code beyond the active codes
#        else
uniform uvec2 u_hpyr_bounds;
#        endif

HPYR_UINT hpyr_count_of_texel(HPYR_TEXEL texel) {
#        if HPYR_CLASS == 0 || !defined(HPYR_INTEGERS)
    float ordinal = texel HPYR_CHANNEL; // NaN compares false
#        elif HPYR_CLASS == 1
    uint bits = floatBitsToUint(texel HPYR_CHANNEL);
    uint ordinal = (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
#        elif HPYR_CLASS == 2
    uint ordinal = texel HPYR_CHANNEL;
#        else
    uint ordinal = uint(texel HPYR_CHANNEL) ^ 0x80000000u;
#        endif
    return HPYR_UINT(ordinal >= u_hpyr_bounds.x && ordinal <= u_hpyr_bounds.y);
}
#    elif HPYR_KIND == 1
HPYR_UINT hpyr_count_of_texel(HPYR_TEXEL texel) {
#        ifndef HPYR_INTEGERS
    float value = texel HPYR_CHANNEL;
    return value >= 1.0 ? floor(min(value, 33554432.0)) : 0.0; // 2^25 is an overflow in every sum
#        elif HPYR_CLASS == 1
    // GLSL leaves conversions past the range of uint and comparisons with NaN undefined, so the
    // bits decide. A count of 2^32 or more becomes 2^32 - 1, which is an overflow in every sum.
    float value = texel HPYR_CHANNEL;
    uint bits = floatBitsToUint(value);
    return bits >= 0x80000000u || bits > 0x7F800000u ? 0u : bits >= 0x4F800000u ? 0xFFFFFFFFu : uint(value);
#        elif HPYR_CLASS == 2
    return texel HPYR_CHANNEL;
#        else
    return uint(max(texel HPYR_CHANNEL, 0));
#        endif
}
#    endif

#    if HPYR_KIND == 2
HPYR_UINT hpyr_count_at_texel(ivec2 texel) {
    return hpyr_count_at(hpyr_cell_of_texel(texel));
}

HPYR_UINT hpyr_count_at_cell(ivec3 cell) {
    return hpyr_count_at(cell);
}
#    else
HPYR_UINT hpyr_count_at_cell(ivec3 cell) {
    return hpyr_count_of_texel(hpyr_input_at(cell));
}

HPYR_UINT hpyr_count_at_texel(ivec2 texel) {
    return hpyr_count_of_texel(hpyr_input_at_texel(texel));
}
#    endif

// Tells whether a texel lies in the base level and in a tile that holds a slice.
// HPYR_EVEN: every texel that the shader asks about does.
bool hpyr_is_cell(ivec2 texel) {
#    ifdef HPYR_EVEN
    return true;
#    elif defined(HPYR_VOLUME)
    return texel.x < u_hpyr_size.x && texel.y < u_hpyr_size.y &&
           (texel.x < u_hpyr_unused.x || texel.y < u_hpyr_unused.y);
#    else
    return texel.x < u_hpyr_size.x && texel.y < u_hpyr_size.y;
#    endif
}

// Returns 0 where there is no cell. A caller's function is never asked about such texels.
HPYR_UINT hpyr_base_at(ivec2 texel) {
#    if HPYR_KIND == 2
    if (!hpyr_is_cell(texel))
        return HPYR_UINT(0);
    return hpyr_count_at_texel(texel);
#    else
    HPYR_UINT count = hpyr_count_at_texel(texel);
    return hpyr_is_cell(texel) ? count : HPYR_UINT(0);
#    endif
}
#endif
