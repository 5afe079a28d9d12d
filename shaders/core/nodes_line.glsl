// Reads nodes of layout LINE: a node holds the running sums of its four children.
// The children lie in a row up to level HPYR_ROW_LEVELS, and in a column above it.
// u_hpyr_odd holds levels 2, 3, 6, 7 and so on; u_hpyr_even holds levels 1, 4, 5, 8 and so on.
uniform HPYR_LEVEL_SAMPLER u_hpyr_odd, u_hpyr_even;
uniform vec4 u_hpyr_levels[HPYR_TOP + 1]; // xy: first texel of a level; zw: step to the next

// The level is a constant, which leaves no branch.
HPYR_UVEC4 hpyr_sums(ivec2 node, int level) {
    vec4 shape = u_hpyr_levels[level];
    vec2 at = shape.xy + shape.zw * vec2(node);
    if ((level & 2) == 0)
        return HPYR_UVEC4(textureLod(u_hpyr_even, at, 0.0));
    return HPYR_UVEC4(textureLod(u_hpyr_odd, at, 0.0));
}

ivec2 hpyr_child(ivec2 node, int level, int child) {
    return level <= HPYR_ROW_LEVELS ? ivec2(4 * node.x + child, node.y) : ivec2(0, 4 * node.y + child);
}

// Returns the node's parent, which is of `level`; `child` becomes the node's number in it.
ivec2 hpyr_parent(ivec2 node, int level, out int child) {
    bool in_row = level <= HPYR_ROW_LEVELS;
    child = (in_row ? node.x : node.y) & 3;
    return in_row ? ivec2(node.x >> 2, node.y) : ivec2(0, node.y >> 2);
}
