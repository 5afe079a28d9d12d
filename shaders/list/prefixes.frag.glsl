// Ranks of all entries of a level: the sum of everything before each.
// A texel begins with the prefix of its node, one level up, plus the texels of that node before it.
// HPYR_TOP: there is no level above.  HPYR_INCLUSIVE: the own entry is added, too.
#include "list/children.glsl"
#ifndef HPYR_TOP
uniform usampler2D u_above; // the prefixes of the nodes
uniform ivec2 u_above_row;
#endif
out uvec4 o_prefixes;

// Whatever stands behind the end of the list, and is read here, comes after all entries of the list
// and so changes no prefix of theirs.
uvec4 entries_of(int texel) {
#ifdef HPYR_BASE
    return hpyr_input_texel(texel);
#else
    return texelFetch(u_below, hpyr_plane_texel(texel, u_below_row), 0);
#endif
}

uint sum_of(int texel) {
    return hpyr_combine4(entries_of(texel));
}

void main() {
    int texel = hpyr_target_texel();
    uint prefix = 0u;
#ifndef HPYR_TOP
    uvec4 nodes = texelFetch(u_above, hpyr_plane_texel(texel >> 4, u_above_row), 0);
    int node = (texel >> 2) & 3, before = texel & 3;
    prefix = hpyr_entry_of(nodes, node);
    // All three are fetched, for a fetch costs less than a branch.
    uint a = sum_of(texel - before), b = sum_of(texel - before + 1), c = sum_of(texel - before + 2);
    prefix = before > 0 ? hpyr_combine(prefix, a) : prefix;
    prefix = before > 1 ? hpyr_combine(prefix, b) : prefix;
    prefix = before > 2 ? hpyr_combine(prefix, c) : prefix;
#endif
    uvec4 entries = entries_of(texel);
    uvec3 running;
    running.x = hpyr_combine(prefix, entries.x);
    running.y = hpyr_combine(running.x, entries.y);
    running.z = hpyr_combine(running.y, entries.z);
#ifdef HPYR_INCLUSIVE
    o_prefixes = uvec4(running, hpyr_combine(running.z, entries.w));
#else
    o_prefixes = uvec4(prefix, running);
#endif
#ifdef HPYR_BASE
    o_prefixes =
        uvec4(hpyr_bits(o_prefixes.x), hpyr_bits(o_prefixes.y), hpyr_bits(o_prefixes.z), hpyr_bits(o_prefixes.w));
#endif
#if defined(HPYR_BASE) && defined(HPYR_LENGTH_ON_GPU) // else such entries are not written
    o_prefixes = hpyr_clip(o_prefixes, texel, hpyr_length());
#endif
}
