// Discriminator of a list: a bit for each entry, 128 entries a fragment. Column (x, y) of the bits has
// the entries 128 m .. 128 m + 127, where m is its number in Z-order: in this order a pyramid of
// layout BITS and order COLUMN numbers them.
// HPYR_CONDITION: 0 an entry begins a run of equal ones; else a value of hpyr_list_condition.
// HPYR_TYPE: a value of hpyr_list_type, that of the input.
#include "list/columns.glsl"
#include "list/input.glsl"
#include "list/length.glsl"
#include "list/ordinal.glsl"
#include "list/value.glsl"
#include <caller>
// 4 and 8, which compilers must not know: without loops they take long, and need many registers.
uniform ivec2 u_loops;
out uvec4 o_bits;

#if HPYR_CONDITION == 2 || HPYR_CONDITION == 3
uniform uvec2 u_bounds; // ordinals, both included
#endif

// Tells of four entries which ones are selected: bits 0 to 3.
uint chosen_of(int texel, inout uint previous) {
#if HPYR_CONDITION == 4
    uint first = uint(texel) << 2;
    uint mask = 0u;
    for (uint i = 0u; i < 4u; i++)
        if (first + i < hpyr_length() && hpyr_select_at(first + i))
            mask |= 1u << i;
    return mask;
#else
    uvec4 entries = hpyr_input_texel(texel);
#    if HPYR_CONDITION == 0
    bvec4 chosen = notEqual(entries, uvec4(previous, entries.xyz));
    chosen.x = chosen.x || texel == 0;
    previous = entries.w;
#    elif HPYR_CONDITION == 1
#        if HPYR_TYPE == 3
    entries &= 0x7FFFFFFFu; // -0 is 0
#        endif
    bvec4 chosen = notEqual(entries, uvec4(0u));
#    else
    uvec4 ordinals =
        uvec4(hpyr_ordinal(entries.x), hpyr_ordinal(entries.y), hpyr_ordinal(entries.z), hpyr_ordinal(entries.w));
    bvec4 chosen =
        bvec4(uvec4(greaterThanEqual(ordinals, u_bounds.xxxx)) * uvec4(lessThanEqual(ordinals, u_bounds.yyyy)));
#    endif
    uvec4 bits = uvec4(chosen) << uvec4(0u, 1u, 2u, 3u);
    return bits.x | bits.y | bits.z | bits.w;
#endif
}

uint word_of(int first, inout uint previous) {
    uint word = 0u;
#if HPYR_CONDITION == 4
    for (int i = 0; i < u_loops.y; i++)
#else
    for (int i = 0; i < 8; i++)
#endif
        word |= chosen_of(first + i, previous) << uint(4 * i);
    return word;
}

// Clears the bits of a word that lie behind the end of the list.
uint clip(uint word, uint first, uint length) {
    return first >= length ? 0u : length - first >= 32u ? word : word & ((1u << (length - first)) - 1u);
}

void main() {
    uint first = hpyr_number_of_column(uvec2(gl_FragCoord.xy)) * 128u, length = hpyr_length();
    o_bits = uvec4(0u);
    if (first >= length)
        return;
    int texel = int(first >> 2);
    uint previous = 0u;
#if HPYR_CONDITION == 0
    if (texel > 0)
        previous = hpyr_input_texel(texel - 1).w;
#endif
    for (int i = 0; i < u_loops.x; i++) {
        o_bits = uvec4(o_bits.yzw, clip(word_of(texel, previous), first, length));
        texel += 8;
        first += 32u;
    }
}
