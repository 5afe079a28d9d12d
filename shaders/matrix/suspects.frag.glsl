// Finds the first leaf of a dense matrix with an element that is not finite, among the leaves of a group.
#include "list/columns.glsl"
uniform usampler2D u_largest; // the largest bits of all |a| of a leaf
uniform uint u_group_leaves;
uniform uint u_leaves; // of the matrix
out uint o_suspect;    // u_leaves, if there is none

void main() {
    uint first = uint(gl_FragCoord.x) * u_group_leaves, end = min(first + u_group_leaves, u_leaves);
    o_suspect = u_leaves;
    for (uint leaf = first; leaf < end; leaf++) {
        uint largest = texelFetch(u_largest, ivec2(hpyr_column_of_number(leaf)), 0).x;
        o_suspect = largest >= 0x7F800000u ? min(o_suspect, leaf) : o_suspect;
    }
}
