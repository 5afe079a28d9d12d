// Marks the entries that are seeds: a point was found, and no entry before it, of this cell or of a neighboring one, has found the
// same one. The pyramid's rank tells where in the list a neighbor stands.
#include "core/keys.glsl"
#include "flow/entries.glsl"

#define HPYR_SAME 0.015625 // two starts that end so close have found one point: along each axis, in cells

uniform usampler2D u_cells, u_places, u_types; // see refine.frag.glsl and examine.frag.glsl
uniform ivec3 u_size, u_periodic;              // cells along the axes, and which axes are periodic
uniform vec3 u_spacing;                        // of samples, and
uniform float u_merge;                         // the merge distance: parts of the largest spacing
out uint o_is_seed;

// Whether the cell at `offset` from an entry's has found the entry's point, which lies at `place` in its own cell. Places are compared
// from cell to cell: far from the origin their sums with it would be rounded to one number, or apart.
bool is_taken(ivec3 cell, ivec3 offset, int entry, vec3 place) {
    cell += offset;
    ivec3 wrapped = cell + u_size - (cell + u_size) / u_size * u_size;
    cell = u_periodic * wrapped + (1 - u_periodic) * cell;
    if (any(lessThan(cell, ivec3(0))) || any(greaterThanEqual(cell, u_size)) || hpyr_count(cell) == 0u)
        return false;
    uint rank = hpyr_rank(cell);
    if (rank >= uint(u_count / HPYR_STARTS)) // it had no room
        return false;
    int first = HPYR_STARTS * int(rank);
    bool is_same = false;
    for (int other = first; other < min(first + HPYR_STARTS, entry) && !is_same; other++) {
        ivec2 at = hpyr_flow_texel(other, u_row_of_entries);
        vec3 way = vec3(offset) + uintBitsToFloat(texelFetch(u_places, at, 0).xyz) - place, apart = abs(way);
        is_same = texelFetch(u_types, at, 0).x != 0u &&
                  (length(way * u_spacing) < u_merge || max(apart.x, max(apart.y, apart.z)) < HPYR_SAME);
    }
    return is_same;
}

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int entry = hpyr_flow_entry(texel);
    o_is_seed = 0u;
    if (entry >= u_count || texelFetch(u_types, texel, 0).x == 0u)
        return;
    ivec3 cell = ivec3(texelFetch(u_cells, hpyr_flow_texel_of_candidate(entry), 0).xyz);
    vec3 place = uintBitsToFloat(texelFetch(u_places, texel, 0).xyz);
    bool is_seed = true;
    for (int i = 0; i < 27 && is_seed; i++)
        is_seed = !is_taken(cell, ivec3(i % 3, i / 3 % 3, i / 9) - 1, entry, place);
    o_is_seed = is_seed ? 1u : 0u;
}
