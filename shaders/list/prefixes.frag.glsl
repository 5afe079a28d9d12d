// Ranks of all entries of a level: the sum of everything before each.
// A texel begins with the prefix of its node, one level up, plus the texels of that node before it.
// HPYR_TOP: there is no level above.  HPYR_INCLUSIVE: the own entry is added, too.
#include "list/children.glsl"
#ifndef HPYR_TOP
uniform usampler2D u_above; // the prefixes of the nodes
uniform ivec2 u_above_row;
#endif
out uvec4 o_prefixes;

void main() {
    int texel = hpyr_target_texel();
    uint prefix = 0u;
#ifndef HPYR_TOP
    uvec4 nodes = texelFetch(u_above, hpyr_plane_texel(texel >> 4, u_above_row), 0);
    int node = (texel >> 2) & 3, before = texel & 3;
    prefix = node == 0 ? nodes.x : node == 1 ? nodes.y : node == 2 ? nodes.z : nodes.w;
    for (int i = 0; i < before; i++)
        prefix = hpyr_combine(prefix, hpyr_combine4(hpyr_child(texel - before + i)));
#endif
    uvec4 entries = hpyr_child(texel);
    uint a = hpyr_combine(prefix, entries.x), b = hpyr_combine(a, entries.y), c = hpyr_combine(b, entries.z);
#ifdef HPYR_INCLUSIVE
    o_prefixes = uvec4(a, b, c, hpyr_combine(c, entries.w));
#else
    o_prefixes = uvec4(prefix, a, b, c);
#endif
#ifdef HPYR_BASE
    o_prefixes = hpyr_clip(o_prefixes, texel, hpyr_length());
#endif
}
