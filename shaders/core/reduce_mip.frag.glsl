// HistoPyramid Builder (Ziegler et al. 2006, section 5) of layouts SINGLE and VEC4, one node a
// fragment: the sum of its 2x2 children, or their running sums (section 7.1).
// HPYR_NODE_TOTAL: the component of a node that holds its total.
// u_hpyr_read: size of the level below, to which the texture is clamped. The rest of the mipmap was
// never written. Sides of mipmaps are powers of two, so the coordinates are exact.
#include <core/store*.glsl>
uniform HPYR_NODES u_hpyr_pyramid;
uniform ivec2 u_hpyr_read;
uniform vec2 u_hpyr_scale; // 1 / size of the mipmap below

#define HPYR_CHILD(x, y) HPYR_UINT(HPYR_NEAR(u_hpyr_pyramid, corner, x, y, u_hpyr_scale) HPYR_NODE_TOTAL)

void main() {
    vec2 corner = (2.0 * gl_FragCoord.xy - 0.5) * u_hpyr_scale;
    ivec2 odd = 2 * ivec2(gl_FragCoord.xy) + 1;
    bool last_column = odd.x >= u_hpyr_read.x, last_row = odd.y >= u_hpyr_read.y; // no second child
    HPYR_UINT right = HPYR_CHILD(1, 0), above = HPYR_CHILD(0, 1), across = HPYR_CHILD(1, 1);
    hpyr_store_children(HPYR_CHILD(0, 0), last_column ? HPYR_UINT(0) : right, last_row ? HPYR_UINT(0) : above,
                        last_column || last_row ? HPYR_UINT(0) : across);
}
