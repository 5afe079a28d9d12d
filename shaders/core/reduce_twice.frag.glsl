// HistoPyramid Builder (Ziegler et al. 2006, section 5) of layout LINE, one node a fragment. It
// sums the node's grandchildren, so that one pass draws two levels.
// HPYR_CHILD_SIZE: grandchildren of a child in x and y. For the rest see reduce_packed.frag.glsl.
#include <core/store*.glsl>
#include "core/add.glsl"
#include "core/node_shape.glsl"

uniform HPYR_LEVEL_SAMPLER u_hpyr_pyramid;
uniform vec2 u_hpyr_corner, u_hpyr_read_corner; // of the drawn and the grandchildren's level
uniform vec2 u_hpyr_read;                       // size of the grandchildren's level
uniform vec2 u_hpyr_scale;                      // 1 / size of the texture

// Returns 0 beyond the grandchildren's level: those texels belong to another level.
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
