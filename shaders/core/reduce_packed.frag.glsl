// HistoPyramid Builder (Ziegler et al. 2006, section 5), layouts RECT and LINE: a node is the sum of its children, or their
// running sums, of which HPYR_NODE_TOTAL is the last. The level below lies in another texture. HPYR_LEVEL_SAMPLER is its type;
// with HPYR_RECTANGLE coordinates count its texels.
#include "core/node_shape.glsl"

uniform HPYR_LEVEL_SAMPLER u_hpyr_pyramid;
uniform vec2 u_hpyr_corner, u_hpyr_read_corner; // of the level that is drawn, and of the one below
uniform vec2 u_hpyr_read;                       // size of the one below
uniform vec2 u_hpyr_scale;                      // 1 / size of the texture, which is read as reduce_mip.frag.glsl does

#ifndef HPYR_RECTANGLE
#    define HPYR_READ(x, y) HPYR_NEAR(u_hpyr_pyramid, at *u_hpyr_scale, x, y, u_hpyr_scale)
#elif defined(HPYR_INTEGERS)
#    define HPYR_READ(x, y) textureOffset(u_hpyr_pyramid, at, ivec2(x, y))
#else
#    define HPYR_READ(x, y) texture2DRect(u_hpyr_pyramid, at + vec2(x, y))
#endif

// 0 for what lies beyond the level: it belongs to another one.
HPYR_UINT hpyr_child_count(HPYR_UINT count, ivec2 child, vec2 rest) {
    bool inside = (child.x == 0 || float(child.x) < rest.x) && (child.y == 0 || float(child.y) < rest.y);
    return inside ? count : HPYR_UINT(0);
}

#define HPYR_CHILD(x, y) hpyr_child_count(HPYR_UINT(HPYR_READ(x, y) HPYR_NODE_TOTAL), ivec2(x, y), rest)

void main() {
    vec2 first = vec2(HPYR_NODE_SIZE) * floor(gl_FragCoord.xy - u_hpyr_corner);
    vec2 at = u_hpyr_read_corner + first + 0.5, rest = u_hpyr_read - first;
    hpyr_store_children(HPYR_CHILDREN(HPYR_CHILD));
}
