// Writes the entries that were selected, four a fragment, their positions, or how many there are.
// HPYR_WRITE: 0 how many there are, into one texel; 1 what the input has at their positions; 2 their positions.
#include "list/input.glsl"
#include "list/positions.glsl"
out uvec4 o_entries;

#if HPYR_WRITE == 0
void hpyr_put(uint i, uint position) {
}

void main() {
    o_entries = uvec4(hpyr_node(ivec2(0), HPYR_TOP, 0).x, 0u, 0u, 0u);
}
#else
uniform usampler2D u_found;

void hpyr_put(uint i, uint position) {
#    if HPYR_WRITE == 1
    uint entry = hpyr_input_entry(position);
#    else
    uint entry = position;
#    endif
    o_entries = uvec4(i == 0u ? entry : o_entries.x, i == 1u ? entry : o_entries.y, i == 2u ? entry : o_entries.z,
                      i == 3u ? entry : o_entries.w);
}

void main() {
    uint first = uint(hpyr_target_texel()) << 2, total = texelFetch(u_found, ivec2(0), 0).x;
    o_entries = uvec4(0u);
    if (first < total)
        hpyr_put_positions(first, min(total - first, 4u));
}
#endif
