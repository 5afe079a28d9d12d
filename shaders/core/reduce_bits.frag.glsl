// HistoPyramid Builder (Ziegler et al. 2006, section 5) of layout BITS, one node a fragment.
// A node has four quads of four children. It stores running sums, so a traversal only compares:
//   o_quads    total | first | first two | first three quads
//   o_quad<q>  total | first | first two | first three children of quad q
// HPYR_LEAVES: the children are leaves, whose bits are counted, else nodes.
// HPYR_PART: 0 for all of them, 1 for those of quads, 2 for o_quads alone.
// HPYR_SHAPE: children in x and y, an ivec2.  HPYR_EVEN: all sixteen exist in every node.
#include "core/nodes_bits.glsl"
#include "core/popcount.glsl"
#include "core/bits.glsl"

#if HPYR_PART == 0
layout(location = 0) out uvec4 o_quads;
layout(location = 1) out uvec4 o_quad0;
layout(location = 2) out uvec4 o_quad1;
layout(location = 3) out uvec4 o_quad2;
layout(location = 4) out uvec4 o_quad3;
#elif HPYR_PART == 1
layout(location = 0) out uvec4 o_quad0;
layout(location = 1) out uvec4 o_quad1;
layout(location = 2) out uvec4 o_quad2;
layout(location = 3) out uvec4 o_quad3;
#else
layout(location = 0) out uvec4 o_quads;
#endif
uniform vec2 u_hpyr_corner; // corner of the drawn level in its texture
uniform vec2 u_hpyr_read;   // size of the level below
#ifndef HPYR_LEAVES
uniform usampler2DArray u_hpyr_pyramid;
uniform vec2 u_hpyr_read_corner; // of the level below
#endif

// A sum that passes 2^32 - 1 stays there and means overflow.
uint hpyr_add(uint a, uint b) {
    return a + min(b, ~a);
}

#ifdef HPYR_EVEN
#    define HPYR_AT(child)              (first + hpyr_child_offset(child, HPYR_SHAPE))
#    define HPYR_EXISTING(child, count) (count)
#else
#    define HPYR_AT(child)              min(first + hpyr_child_offset(child, HPYR_SHAPE), ivec2(u_hpyr_read) - 1)
#    define HPYR_EXISTS(child)          all(lessThan(first + hpyr_child_offset(child, HPYR_SHAPE), ivec2(u_hpyr_read)))
#    define HPYR_EXISTING(child, count) (HPYR_EXISTS(child) ? (count) : 0u)
#endif
#ifdef HPYR_LEAVES
#    define HPYR_BITS(child, layer) hpyr_popcount(hpyr_leaf(HPYR_AT(child), layer))
#    if HPYR_LAYERS == 2
#        define HPYR_CHILD(child) (HPYR_BITS(child, 0) + HPYR_BITS(child, 1))
#    else
#        define HPYR_CHILD(child) HPYR_BITS(child, layer)
#    endif
#else
#    define HPYR_CHILD(child) texelFetch(u_hpyr_pyramid, ivec3(ivec2(u_hpyr_read_corner) + HPYR_AT(child), 0), 0).x
#endif
#define HPYR_COUNT_1(sum, child)  sum += HPYR_CHILD(child);
#define HPYR_COUNT_2(a, b, child) HPYR_COUNT_1(a, child) HPYR_COUNT_1(b, child + 1)
#define HPYR_COUNT_4(quad, child) HPYR_COUNT_2(quad.x, quad.y, child) HPYR_COUNT_2(quad.z, quad.w, child + 2)
#define HPYR_QUAD(child)          uvec4(HPYR_CHILD(child), HPYR_CHILD(child + 1), HPYR_CHILD(child + 2), HPYR_CHILD(child + 3))

uvec4 hpyr_running(uint a, uint b, uint c, uint d) {
    b = hpyr_add(a, b);
    c = hpyr_add(b, c);
    return uvec4(hpyr_add(c, d), a, b, c);
}

uvec4 hpyr_running_of(ivec2 first, int child, uvec4 counts) {
    return hpyr_running(HPYR_EXISTING(child, counts.x), HPYR_EXISTING(child + 1, counts.y),
                        HPYR_EXISTING(child + 2, counts.z), HPYR_EXISTING(child + 3, counts.w));
}

void main() {
    ivec2 first = ivec2(gl_FragCoord.xy - u_hpyr_corner) * HPYR_SHAPE;
    const int layer = 0;
#if defined(HPYR_LEAVES) && HPYR_LAYERS > 2
    uvec4 quad0 = uvec4(0u), quad1 = uvec4(0u), quad2 = uvec4(0u), quad3 = uvec4(0u);
    // One loop counts all children, because compilers take long over sixteen loops. They read everything that a
    // statement reads before they use any of it, so a statement reads one leaf.
    for (int layer = 0; layer < HPYR_LAYER_COUNT; layer++) {
        HPYR_COUNT_4(quad0, 0)
        HPYR_COUNT_4(quad1, 4)
        HPYR_COUNT_4(quad2, 8)
        HPYR_COUNT_4(quad3, 12)
    }
    quad0 = hpyr_running_of(first, 0, quad0);
    quad1 = hpyr_running_of(first, 4, quad1);
    quad2 = hpyr_running_of(first, 8, quad2);
    quad3 = hpyr_running_of(first, 12, quad3);
#else
    uvec4 quad0 = hpyr_running_of(first, 0, HPYR_QUAD(0)), quad1 = hpyr_running_of(first, 4, HPYR_QUAD(4));
    uvec4 quad2 = hpyr_running_of(first, 8, HPYR_QUAD(8)), quad3 = hpyr_running_of(first, 12, HPYR_QUAD(12));
#endif
#if HPYR_PART != 2
    o_quad0 = quad0;
    o_quad1 = quad1;
    o_quad2 = quad2;
    o_quad3 = quad3;
#endif
#if HPYR_PART != 1
    o_quads = hpyr_running(quad0.x, quad1.x, quad2.x, quad3.x);
#endif
}
