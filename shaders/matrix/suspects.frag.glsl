// Finds the first leaf of a dense matrix with an element that is not finite, among those of a group of pairs of rows.
uniform usampler2D u_wild; // by leaves of pairs of rows: bit 0 for the even row, bit 1 for the odd one
uniform uint u_row_leaves;
uniform uint u_group_pairs;
uniform uint u_pairs;
uniform uint u_leaves; // of the matrix
out uint o_suspect;    // u_leaves, if there is none

void main() {
    uint first = uint(gl_FragCoord.x) * u_group_pairs, end = min(first + u_group_pairs, u_pairs);
    uint x = 0u, pair = first;
    o_suspect = u_leaves;
    while (pair < end) {
        uint wild = texelFetch(u_wild, ivec2(x, pair), 0).x;
        uint leaf = (2u * pair + 1u - (wild & 1u)) * u_row_leaves + x;
        o_suspect = wild != 0u ? min(o_suspect, leaf) : o_suspect;
        x++;
        bool is_over = x >= u_row_leaves;
        x = is_over ? 0u : x;
        pair += uint(is_over);
    }
}
