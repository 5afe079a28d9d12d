// Discriminator (MPI-I-2006-4-002, section 3): how many outputs a texel of the base level has.
// HPYR_KIND is one of
//   0 RANGE: is the value's ordinal within the bounds?  An ordinal is an unsigned integer in the order of the values, so
//     that comparing is exact: an integer with its sign bit turned, or a float's bits, turned so that they sort (a NaN then
//     lies outside both infinities, and so outside every range). Normalised values are compared half way between codes. GLSL
//     1.20 cannot see bits and compares floats as such.
//   1 COUNTS: the value itself.
//   2 CUSTOM: the caller's hpyr_count_at.
// HPYR_CHANNEL is .r .g .b or .a; HPYR_CLASS 0 normalised, 1 float, 2 unsigned, 3 signed.
#include "core/cell.glsl"
#include "core/input.glsl"
#include <caller>

#ifdef HPYR_KIND // else the shader does not read the source
#    if HPYR_KIND == 0
#        if HPYR_CLASS == 0 || !defined(HPYR_INTEGERS)
uniform vec2 u_hpyr_bounds; // normalised: half a code outside the codes that are active
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
    return value >= 1.0 ? floor(min(value, 33554432.0)) : 0.0; // 2^25, which no total survives
#        elif HPYR_CLASS == 1
    // Converting past the range of uint is undefined, and so is what NaN compares to: decide on the bits. A count of
    // 2^32 or more becomes 2^32 - 1, which no total survives.
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

// Whether a texel is in the base level and in a tile that holds a slice. HPYR_EVEN: whatever is asked for is.
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

// 0 where there is no cell. What is read there is masked; only a caller's GLSL is not asked about cells that do not exist.
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
