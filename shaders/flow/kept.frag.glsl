// Writes critical points: two texels each, as hpyr_flow_seed has them.
#include "flow/entries.glsl"
#include "flow/grid.glsl"

uniform usampler2D u_kept;                               // numbers of the entries that are seeds
uniform usampler2D u_cells, u_places, u_values, u_types; // see refine.frag.glsl and examine.frag.glsl
uniform int u_first, u_last;                             // first seed of the range, last seed of all
out uvec4 o_half;

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int seed = min(u_first + (texel.y << u_row) + (texel.x >> 1), u_last); // u_kept holds nothing behind the last one
    int entry = int(texelFetch(u_kept, hpyr_flow_texel(seed, u_row_of_entries), 0).x);
    ivec2 at = hpyr_flow_texel(entry, u_row_of_entries);
    uvec3 cell = texelFetch(u_cells, hpyr_flow_texel_of_candidate(entry), 0).xyz;
    if ((texel.x & 1) == 0) {
        vec3 place = uintBitsToFloat(texelFetch(u_places, at, 0).xyz);
        o_half = uvec4(floatBitsToUint(hpyr_flow_place(vec3(cell) + place)), texelFetch(u_values, at, 0).x);
    } else {
        o_half = uvec4(cell, texelFetch(u_types, at, 0).x);
    }
}
