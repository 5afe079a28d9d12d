// Finds the first leaf of a dense matrix with an element that is not finite, among the leaves of a group.
#include "matrix/leaf.glsl"
uniform usampler2D u_even; // the largest bits of all |a| of a leaf, of even rows
uniform usampler2D u_odd;
uniform uint u_group_leaves;
uniform uint u_leaves; // of the matrix
out uint o_suspect;    // u_leaves, if there is none

void main() {
    uint first = uint(gl_FragCoord.x) * u_group_leaves, end = min(first + u_group_leaves, u_leaves);
    float reciprocal = 1.0 / float(u_row_leaves);
    o_suspect = u_leaves;
    for (uint leaf = first; leaf < end; leaf++) {
        uint row = hpyr_row_of_leaf(leaf, reciprocal);
        ivec2 at = ivec2(leaf - row * u_row_leaves, row >> 1);
        uint even = texelFetch(u_even, at, 0).x, odd = texelFetch(u_odd, at, 0).x;
        o_suspect = ((row & 1u) == 0u ? even : odd) >= 0x7F800000u ? min(o_suspect, leaf) : o_suspect;
    }
}
