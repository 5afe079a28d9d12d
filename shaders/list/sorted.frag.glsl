// Writes what a sort has found, four entries a fragment.
// HPYR_WRITE: 1 the keys, as the entries that they were made from; 2 the positions; 3 the entries of
// the input at these positions.
// HPYR_BOTH: the keys, as entries, go to a target of their own.
#include "list/items.glsl"
#include "list/input.glsl"
#include "list/length.glsl"
#include "list/sort_key.glsl"
layout(location = 0) out uvec4 o_entries;
#ifdef HPYR_BOTH
layout(location = 1) out uvec4 o_keys;
#endif

uint entry_of_key(uint key) {
    return hpyr_bits_of_ordinal(hpyr_turned(key));
}

uvec4 keys_of(int texel) {
    uvec4 keys = hpyr_keys(texel);
    return uvec4(entry_of_key(keys.x), entry_of_key(keys.y), entry_of_key(keys.z), entry_of_key(keys.w));
}

uvec4 entries_of(int texel) {
#if HPYR_WRITE == 1
    return keys_of(texel);
#else
    uvec4 positions = hpyr_positions(texel);
#    if HPYR_WRITE == 3
    positions = uvec4(hpyr_input_entry(positions.x), hpyr_input_entry(positions.y), hpyr_input_entry(positions.z),
                      hpyr_input_entry(positions.w));
#    endif
    return positions;
#endif
}

void main() {
    int texel = hpyr_target_texel();
    uint length = hpyr_length();
    o_entries = hpyr_clip(entries_of(texel), texel, length);
#ifdef HPYR_BOTH
    o_keys = hpyr_clip(keys_of(texel), texel, length);
#endif
}
