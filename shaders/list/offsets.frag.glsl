// Finds where each bin begins, by bisection among the sorted numbers of bins.
// HPYR_COUNT_OVERFLOW: writes the number of entries in the overflow bin instead, into one texel.
#include "list/items.glsl"
#include "list/plane.glsl"
#include "list/length.glsl"
uniform uint u_bins;
out uvec4 o_offsets;

uint bin_of(uint index) {
    return hpyr_entry_of(hpyr_keys(int(index >> 2)), int(index & 3u));
}

uint offset_of(uint bin) {
    uint low = 0u, high = hpyr_length();
    while (low < high) {
        uint middle = (low + high) >> 1;
        bool is_before = bin_of(middle) < bin;
        low = is_before ? middle + 1u : low;
        high = is_before ? high : middle;
    }
    return low;
}

void main() {
#ifdef HPYR_COUNT_OVERFLOW
    o_offsets = uvec4(hpyr_length() - offset_of(u_bins), 0u, 0u, 0u);
#else
    uint first = uint(hpyr_target_texel()) << 2;
    o_offsets = uvec4(offset_of(first), offset_of(first + 1u), offset_of(first + 2u), offset_of(first + 3u));
#endif
}
