// Marks the candidates that are seeds: a point was found, and no neighbouring cell with a smaller key has found the same one.
// The pyramid's rank tells where in the list a neighbour stands.
uniform usampler2D u_places, u_found; // see refine.frag.glsl
uniform ivec3 u_cells, u_periodic;
uniform vec3 u_period; // 0 where an axis is not periodic
uniform float u_merge;
uniform int u_count, u_shift; // candidates; the list has rows of 1 << u_shift
out uint o_is_seed;

// Whether the cell beside a candidate has the point at `place`, which is that of candidate `key`.
bool is_taken(ivec3 cell, int key, vec3 place) {
    ivec3 wrapped = cell + u_cells - (cell + u_cells) / u_cells * u_cells;
    cell = u_periodic * wrapped + (1 - u_periodic) * cell;
    if (any(lessThan(cell, ivec3(0))) || any(greaterThanEqual(cell, u_cells)) || hpyr_count(cell) == 0u)
        return false;
    int other = int(hpyr_rank(cell));
    if (other >= key)
        return false;
    ivec2 at = ivec2(other & ((1 << u_shift) - 1), other >> u_shift);
    vec3 way = uintBitsToFloat(texelFetch(u_places, at, 0).xyz) - place;
    for (int axis = 0; axis < 3; axis++)
        if (u_period[axis] > 0.0)
            way[axis] -= u_period[axis] * floor(way[axis] / u_period[axis] + 0.5);
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
            is_seed = !is_taken(ivec3(found.xyz) + ivec3(i % 3, i / 3 % 3, i / 9) - 1, key, place);
    o_is_seed = is_seed ? 1u : 0u;
}
