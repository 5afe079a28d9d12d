// Writes the positions of the entries that were selected, four a fragment, or how many there are.
// HPYR_WRITE: 0 how many there are, into one texel; 1 their positions.
#include "core/keys.glsl"
#include "list/next_position.glsl"
#include "list/plane.glsl"
out uvec4 o_entries;

#if HPYR_WRITE == 0
void main() {
    o_entries = uvec4(hpyr_node(ivec2(0), HPYR_TOP, 0).x, 0u, 0u, 0u);
}
#else
uniform usampler2D u_found;

void main() {
    uint first = uint(hpyr_target_texel()) << 2, total = texelFetch(u_found, ivec2(0), 0).x;
    o_entries = uvec4(0u);
    for (uint i = 0u; i < 4u && first + i < total; i++) {
        uint position = hpyr_next_position(first + i);
        o_entries = uvec4(i == 0u ? position : o_entries.x, i == 1u ? position : o_entries.y,
                          i == 2u ? position : o_entries.z, i == 3u ? position : o_entries.w);
    }
}
#endif
