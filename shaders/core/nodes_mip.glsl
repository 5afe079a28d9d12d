// Reads nodes of layouts SINGLE and BILINEAR from mipmaps of one texture; sides are powers of two.
// HPYR_FIRST_LEVEL: the level of mipmap 0. It is 1 in MERGED pyramids, which do not store level 0.
#include "core/cell.glsl"

uniform HPYR_NODES u_hpyr_pyramid;
#ifndef HPYR_INTEGERS
uniform vec4 u_hpyr_levels[HPYR_MAX_LEVELS]; // xy: size of a level; zw: 1 / size of its mipmap
#endif

// Returns 0 outside of the level. It fetches outside of any branch, because in a divergent branch
// softpipe fetches from the level that another pixel of the quad asked for.
HPYR_UINT hpyr_node(ivec2 node, int level) {
#ifdef HPYR_INTEGERS
    ivec2 size = ((u_hpyr_size - 1) >> level) + 1;
    HPYR_UINT count = HPYR_NODE_COUNT(texelFetch(u_hpyr_pyramid, min(node, size - 1), level - HPYR_FIRST_LEVEL));
    return node.x < size.x && node.y < size.y ? count : 0u;
#else
    vec4 shape = u_hpyr_levels[level];
    vec2 at = vec2(node) + 0.5;
    float count = HPYR_NODE_COUNT(texture2DLod(u_hpyr_pyramid, at * shape.zw, float(level - HPYR_FIRST_LEVEL)));
    return at.x < shape.x && at.y < shape.y ? count : 0.0;
#endif
}
