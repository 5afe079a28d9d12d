// HistoPyramid Builder (Ziegler et al. 2006, section 5), layout LINE: a node from its grandchildren, so that one pass draws two
// levels. HPYR_CHILD_SIZE: what a child covers of their level.  The rest is that of reduce_packed.frag.glsl.
#include "core/add.glsl"
#include "core/node_shape.glsl"

uniform HPYR_LEVEL_SAMPLER u_hpyr_pyramid;
uniform vec2 u_hpyr_corner, u_hpyr_read_corner; // of the level that is drawn, and of the grandchildren's
uniform vec2 u_hpyr_read;                       // size of the grandchildren's
uniform vec2 u_hpyr_scale;                      // 1 / size of the texture

// 0 for what lies beyond the level: it belongs to another one.
HPYR_UINT hpyr_total_at(vec2 node) {
    vec2 at = (u_hpyr_read_corner + node + 0.5) * u_hpyr_scale;
    HPYR_UINT total = HPYR_UINT(textureLod(u_hpyr_pyramid, at, 0.0) HPYR_NODE_TOTAL);
    return node.x < u_hpyr_read.x && node.y < u_hpyr_read.y ? total : HPYR_UINT(0);
}

HPYR_UINT hpyr_child_total(ivec2 child) {
    ivec2 first = HPYR_CHILD_SIZE * child, step = ivec2(greaterThan(HPYR_CHILD_SIZE, ivec2(1)));
    HPYR_UINT total = hpyr_total_at(vec2(first));
    for (int i = 1; i < 4; i++)
        total = hpyr_add(total, hpyr_total_at(vec2(first + i * step)));
    return total;
}

#define HPYR_CHILD(x, y) hpyr_child_total(first + ivec2(x, y))

void main() {
    ivec2 first = HPYR_NODE_SIZE * ivec2(gl_FragCoord.xy - u_hpyr_corner);
    hpyr_store_children(HPYR_CHILDREN(HPYR_CHILD));
}
