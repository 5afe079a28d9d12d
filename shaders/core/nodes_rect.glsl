// Reads nodes of layout RECT. One rectangle texture holds the odd levels side by side, another the
// even ones, and level 0 has its own.
// HPYR_FIRST_LEVEL: the lowest level that is stored, 0 or 1.
uniform HPYR_LEVEL_SAMPLER u_hpyr_odd, u_hpyr_even;
#if HPYR_FIRST_LEVEL == 0
uniform HPYR_LEVEL_SAMPLER u_hpyr_base;
#endif
uniform vec4 u_hpyr_levels[HPYR_TOP + 1]; // xy: center of a level's first texel; zw: its size

#ifdef HPYR_INTEGERS
#    define HPYR_RECTANGLE_TEXEL(sampler, at) HPYR_UINT(texture(sampler, at) HPYR_NODE_TOTAL)
#else
#    define HPYR_RECTANGLE_TEXEL(sampler, at) texture2DRect(sampler, at) HPYR_NODE_TOTAL
#endif

// Returns 0 outside of the level, where another one may lie. A constant level leaves no branches.
HPYR_UINT hpyr_node(ivec2 node, int level) {
    vec4 shape = u_hpyr_levels[level];
    vec2 at = vec2(node);
    if (at.x >= shape.z || at.y >= shape.w)
        return HPYR_UINT(0);
#if HPYR_FIRST_LEVEL == 0
    if (level == 0)
        return HPYR_RECTANGLE_TEXEL(u_hpyr_base, shape.xy + at);
#endif
    if (level == 2 * HPYR_HALF(level))
        return HPYR_RECTANGLE_TEXEL(u_hpyr_even, shape.xy + at);
    return HPYR_RECTANGLE_TEXEL(u_hpyr_odd, shape.xy + at);
}
