// Marks the candidates that are seeds: a point was found, and no neighbouring cell with a smaller key has found the same one.
// The pyramid's rank tells where in the list a neighbour stands.
uniform usampler2D u_places, u_found; // see refine.frag.glsl
uniform ivec3 u_cells, u_periodic;
uniform vec3 u_spacing;       // of samples, and
uniform float u_merge;        // the merge distance: parts of the largest spacing
uniform int u_count, u_shift; // candidates; the list has rows of 1 << u_shift
out uint o_is_seed;

// Whether the cell at `offset` from a candidate's has the candidate's point, which lies at `place` in its own cell. Places are compared
// from cell to cell: far from the origin their sums with it would be rounded to one number, or apart.
bool is_taken(ivec3 cell, ivec3 offset, int key, vec3 place) {
    cell += offset;
    ivec3 wrapped = cell + u_cells - (cell + u_cells) / u_cells * u_cells;
    cell = u_periodic * wrapped + (1 - u_periodic) * cell;
    if (any(lessThan(cell, ivec3(0))) || any(greaterThanEqual(cell, u_cells)) || hpyr_count(cell) == 0u)
        return false;
    int other = int(hpyr_rank(cell));
    if (other >= key)
        return false;
    ivec2 at = ivec2(other & ((1 << u_shift) - 1), other >> u_shift);
    vec3 way = (vec3(offset) + uintBitsToFloat(texelFetch(u_places, at, 0).xyz) - place) * u_spacing;
    return texelFetch(u_found, at, 0).w != 0u && length(way) < u_merge;
}

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int key = (texel.y << u_shift) + texel.x;
    uvec4 found = texelFetch(u_found, texel, 0);
    vec3 place = uintBitsToFloat(texelFetch(u_places, texel, 0).xyz);
    bool is_seed = key < u_count && found.w != 0u;
    for (int i = 0; i < 27 && is_seed; i++)
        if (i != 13) // the cell itself
            is_seed = !is_taken(ivec3(found.xyz), ivec3(i % 3, i / 3 % 3, i / 9) - 1, key, place);
    o_is_seed = is_seed ? 1u : 0u;
}
