// Reads nodes of layout VEC4: running sums of 2x2 children. Mipmap 0 of the texture is level 1.
uniform HPYR_NODES u_hpyr_pyramid;
#ifndef HPYR_INTEGERS
uniform vec4 u_hpyr_levels[HPYR_MAX_LEVELS]; // xy: size of a level; zw: 1 / size of its mipmap
#endif

HPYR_UVEC4 hpyr_sums(ivec2 node, int level) {
#ifdef HPYR_INTEGERS
    return uvec4(texelFetch(u_hpyr_pyramid, node, level - 1));
#else
    return texture2DLod(u_hpyr_pyramid, (vec2(node) + 0.5) * u_hpyr_levels[level].zw, float(level - 1));
#endif
}

ivec2 hpyr_child(ivec2 node, int level, int child) {
    int row = HPYR_HALF(child);
    return 2 * node + ivec2(child - 2 * row, row);
}

// Returns the node's parent; `child` becomes the node's number in it.
ivec2 hpyr_parent(ivec2 node, int level, out int child) {
    ivec2 parent = HPYR_HALF(node);
    child = node.x - 2 * parent.x + 2 * (node.y - 2 * parent.y);
    return parent;
}
