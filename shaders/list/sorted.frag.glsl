// Writes what a sort has found, four entries a fragment.
// HPYR_WRITE: 1 the keys, as the entries that they were made from; 2 the positions; 3 the entries of
// the input at these positions.
#include "list/items.glsl"
#include "list/input.glsl"
#include "list/length.glsl"
#include "list/sort_key.glsl"
out uvec4 o_entries;

#if HPYR_WRITE == 1
uint entry_of(uint key) {
    return hpyr_bits_of_ordinal(hpyr_turned(key));
}
#elif HPYR_WRITE == 3
uint entry_of(uint position) {
    return hpyr_entry_of(hpyr_input_texel(int(position >> 2)), int(position & 3u));
}
#endif

void main() {
    int texel = hpyr_target_texel();
#if HPYR_WRITE == 2
    uvec4 entries = hpyr_positions(texel);
#else
#    if HPYR_WRITE == 1
    uvec4 found = hpyr_keys(texel);
#    else
    uvec4 found = hpyr_positions(texel);
#    endif
    uvec4 entries = uvec4(entry_of(found.x), entry_of(found.y), entry_of(found.z), entry_of(found.w));
#endif
    o_entries = hpyr_clip(entries, texel, hpyr_length());
}
