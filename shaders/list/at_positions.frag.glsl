// Writes what stands at the positions that were found, four entries a fragment.
// HPYR_RUNS: how far each position is from the next one, or from the end of the list; else the entries
// of the input.
#include "list/input.glsl"
#include "list/length.glsl"
uniform usampler2D u_positions;
uniform ivec2 u_positions_row;
uniform usampler2D u_found; // how many there are
out uvec4 o_entries;

void main() {
    int texel = hpyr_target_texel();
    uint first = uint(texel) << 2, found = texelFetch(u_found, ivec2(0), 0).x;
    o_entries = uvec4(0u);
    if (first >= found)
        return;
    uvec4 positions = texelFetch(u_positions, hpyr_plane_texel(texel, u_positions_row), 0);
#ifdef HPYR_RUNS
    uvec4 next = uvec4(positions.yzw, 0u);
    if (first + 4u < found)
        next.w = texelFetch(u_positions, hpyr_plane_texel(texel + 1, u_positions_row), 0).x;
    next = uvec4(first + 1u < found ? next.x : hpyr_length(), first + 2u < found ? next.y : hpyr_length(),
                 first + 3u < found ? next.z : hpyr_length(), first + 4u < found ? next.w : hpyr_length());
    o_entries = next - positions;
#else
    o_entries = uvec4(hpyr_input_entry(positions.x), hpyr_input_entry(positions.y), hpyr_input_entry(positions.z),
                      hpyr_input_entry(positions.w));
#endif
    o_entries *= uvec4(lessThan(first + uvec4(0u, 1u, 2u, 3u), uvec4(found)));
}
