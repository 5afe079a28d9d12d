// HistoPyramid Builder (Ziegler et al. 2006, section 5) of layouts RECT and LINE, one node a
// fragment: the sum of its children, or their running sums.
// HPYR_NODE_TOTAL: the component of a node that holds its total.
// HPYR_LEVEL_SAMPLER: type of the sampler.  HPYR_RECTANGLE: its coordinates count texels.
#include <core/store*.glsl>
#include "core/node_shape.glsl"

uniform HPYR_LEVEL_SAMPLER u_hpyr_pyramid;
uniform vec2 u_hpyr_corner, u_hpyr_read_corner; // corners of the drawn level and of the level below
uniform vec2 u_hpyr_read;                       // size of the level below
uniform vec2 u_hpyr_scale;                      // 1 / size of the texture that holds it

#ifndef HPYR_RECTANGLE
#    define HPYR_READ(x, y) HPYR_NEAR(u_hpyr_pyramid, at *u_hpyr_scale, x, y, u_hpyr_scale)
#elif defined(HPYR_INTEGERS)
#    define HPYR_READ(x, y) textureOffset(u_hpyr_pyramid, at, ivec2(x, y))
#else
#    define HPYR_READ(x, y) texture2DRect(u_hpyr_pyramid, at + vec2(x, y))
#endif

// Returns 0 for children beyond the level below: those texels belong to another level.
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
