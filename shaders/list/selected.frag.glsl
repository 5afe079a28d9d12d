// Writes what was selected, four entries a fragment: a traversal for each.
// HPYR_WRITE: 0 how many there are, into one texel; 1 their values, 2 their positions, 3 how far each
// is from the next one, or from the end of the list.
#include "list/columns.glsl"
#include "list/input.glsl"
#include "list/length.glsl"
out uvec4 o_entries;

#if HPYR_WRITE == 0
void main() {
    o_entries = uvec4(hpyr_node(ivec2(0), HPYR_TOP, 0).x, 0u, 0u, 0u);
}
#else
uniform usampler2D u_found;

uint position_of(uint key) {
    uvec4 point = hpyr_point_at(key);
    return hpyr_number_of_column(point.xy) * 128u + point.z;
}

uint entry_of(uint key, uint total) {
    if (key >= total)
        return 0u;
    uint position = position_of(key);
#    if HPYR_WRITE == 1
    uvec4 entries = hpyr_input_texel(int(position >> 2));
    uint entry = position & 3u;
    return entry == 0u ? entries.x : entry == 1u ? entries.y : entry == 2u ? entries.z : entries.w;
#    elif HPYR_WRITE == 2
    return position;
#    else
    return (key + 1u < total ? position_of(key + 1u) : hpyr_length()) - position;
#    endif
}

void main() {
    uint key = uint(hpyr_target_texel()) << 2, total = texelFetch(u_found, ivec2(0), 0).x;
    o_entries =
        uvec4(entry_of(key, total), entry_of(key + 1u, total), entry_of(key + 2u, total), entry_of(key + 3u, total));
}
#endif
