// Leaves of a dense matrix: 128 elements of a row each. They are numbered row after row, and each row
// begins a leaf of its own. Leaf m is column m of a pyramid over a list of bits: list/columns.glsl.
uniform uint u_row_leaves; // leaves of a row

// The row of a leaf. The quotient of two floats may be wrong by one, and is corrected: a software
// rasterizer divides integers one by one.
uint hpyr_row_of_leaf(uint leaf, float reciprocal) {
    uint row = uint((float(leaf) + 0.5) * reciprocal);
    row -= uint(row * u_row_leaves > leaf);
    return row + uint((row + 1u) * u_row_leaves <= leaf);
}
