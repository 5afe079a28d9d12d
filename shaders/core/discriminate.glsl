// Discriminator (MPI-I-2006-4-002, section 3): computes how many outputs a base-level texel has.
// HPYR_KIND: 0 RANGE    1 where the value lies within u_hpyr_bounds, else 0. HPYR_RANGES: there are
//                       so many pairs of bounds, more than one
//            1 COUNTS   the value itself
//            2 CUSTOM   the answer of the function hpyr_count_at, of the caller or of a rule of ours
// HPYR_CHANNEL, HPYR_CLASS: see value.glsl.
// HPYR_MARK: in a caller's program, the name of a uniform that tells what the text was made for. Nothing
//            sets it, so it is 0.
// HPYR_ROLLED: hpyr_count_at is long. Shaders that call it for many cells call it in a loop.
#include "core/cell.glsl"
#include "core/input.glsl"
#include "core/inputs.glsl"
#include "core/value.glsl"
#include <caller>

#ifdef HPYR_KIND // without it the shader does not read the source
#    if HPYR_KIND == 0
#        ifdef HPYR_RANGES
uniform HPYR_BOUNDS u_hpyr_bounds[HPYR_RANGES];

HPYR_UINT hpyr_count_of_texel(HPYR_TEXEL texel) {
    HPYR_ORDINAL ordinal = hpyr_ordinal(texel);
    bool is_active = false;
    for (int i = 0; i < HPYR_RANGES; i++)
        is_active = is_active || hpyr_lies_within(u_hpyr_bounds[i], ordinal);
    return HPYR_UINT(is_active);
}
#        else
uniform HPYR_BOUNDS u_hpyr_bounds;

HPYR_UINT hpyr_count_of_texel(HPYR_TEXEL texel) {
    return HPYR_UINT(hpyr_lies_within(u_hpyr_bounds, hpyr_ordinal(texel)));
}
#        endif
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

#    ifdef HPYR_MARK
uniform HPYR_UINT HPYR_MARK; // adding it keeps it in the program
#    else
#        define HPYR_MARK HPYR_UINT(0)
#    endif

#    if HPYR_KIND == 2
HPYR_UINT hpyr_count_at_texel(ivec2 texel) {
    return hpyr_count_at(hpyr_cell_of_texel(texel)) + HPYR_MARK;
}

HPYR_UINT hpyr_count_at_cell(ivec3 cell) {
    return hpyr_count_at(cell) + HPYR_MARK;
}
#    else
HPYR_UINT hpyr_count_at_cell(ivec3 cell) {
    return hpyr_count_of_texel(hpyr_input_at(cell)) + HPYR_MARK;
}

HPYR_UINT hpyr_count_at_texel(ivec2 texel) {
    return hpyr_count_of_texel(hpyr_input_at_texel(texel)) + HPYR_MARK;
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

// The nearest texel of which that is true. GLSL 1.20 has no min of integers.
ivec2 hpyr_nearest_cell(ivec2 texel) {
#    ifdef HPYR_EVEN
    return texel;
#    else
    ivec2 last = u_hpyr_size - 1;
#        ifdef HPYR_VOLUME
    last.x = texel.y < u_hpyr_unused.y ? last.x : u_hpyr_unused.x - 1;
#        endif
    return ivec2(texel.x < last.x ? texel.x : last.x, texel.y < last.y ? texel.y : last.y);
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
