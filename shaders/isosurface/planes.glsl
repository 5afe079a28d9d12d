// Looks at 128 cells at once, one in each bit. Sample s owns the cell whose lowest corner it is,
// and the edges from s to s + 1, s + W and s + W H; W samples are a row and H rows a slice. An edge
// is crossed if the signs of its ends differ. A cell's eight signs tell its number of triangles:
//
//     T = V - 2 F + 4 [all inside] - 4 [ring]        V corners inside, F faces with four of them,
//                                                    ring: only two opposite corners are outside
//
// (A loop has two triangles less than edges, and Euler's formula counts edges and loops by what is
// inside.) So the three bits of T, 0..5, are sums and carries of eight words.
#include "core/popcount.glsl"
#include "isosurface/blocks.glsl"

uniform usampler2D u_signs;
uniform uint u_last_block;
uniform uvec4 u_rows; // 0, W, W H, W H + W: from a sample to the rows around its cell
uniform uint u_start, u_cells_end, u_edges_end, u_up_end; // begin; ends of cells, edges, z edges

struct planes {
    uvec4 signs, x, y, z; // samples inside; crossed edges
    uvec4 t0, t1, t2;     // bits of the number of triangles
    uint next_z;          // whether the first sample of the next block owns a crossed edge along z
};

// Returns 128 signs, the first one `offset` samples behind the block's, and in `next` the next one.
uvec4 signs_of_row(uint block, uint offset, out uint next) {
    uint first = block + (offset >> 7);
    int shift = int(offset & 127u), bits = shift & 31;
    uvec4 low = textureLod(u_signs, coordinate_of(min(first, u_last_block)), 0.0);
    uvec4 high = textureLod(u_signs, coordinate_of(min(first + 1u, u_last_block)), 0.0);
    if ((shift & 64) != 0) {
        low = uvec4(low.zw, high.xy);
        high = uvec4(high.zw, 0u, 0u);
    }
    if ((shift & 32) != 0) {
        low = uvec4(low.yzw, high.x);
        high = uvec4(high.yzw, 0u);
    }
    next = (high.x >> bits) & 1u;
    return (low >> bits) | ((uvec4(low.yzw, high.x) << 1) << (31 - bits));
}

uvec4 one_on(uvec4 words, uint next) {
    return (words >> 1) | (uvec4(words.yzw, next) << 31);
}

// Returns runs of `length` set bits at `at`, at + step, at + 2 step and so on.
// HPYR_LONG_ROWS: a row has 128 samples or more, so a block has one end of a row at most. Even a
// loop that runs once costs a software rasterizer more than its body.
uvec4 every(int at, int step, int length) {
    uvec4 bits = bits_below(at + length) & ~bits_below(at);
#ifndef HPYR_LONG_ROWS
    for (at += step; at < 128; at += step)
        bits |= bits_below(at + length) & ~bits_below(at);
#endif
    return bits;
}

// Returns the last samples of rows, which own no edge along x, and the padding behind them.
uvec4 ends_of_rows(uint start) {
    int last = int(u_samples.x) - 1, stride = int(u_stride);
    return every(last - int(start - quotient(start, u_stride) * u_stride), stride, stride - last);
}

// Returns the samples in the last row of a slice, which own no edge along y.
uvec4 last_rows(uint start) {
    int row = int(u_stride), slice = row * int(u_samples.y);
    return every(slice - row - int(start - quotient(start, uint(slice)) * uint(slice)), slice, row);
}

void add_bits(uvec4 a, uvec4 b, uvec4 c, out uvec4 sum, out uvec4 carry) {
    uvec4 either = a ^ b;
    sum = either ^ c;
    carry = (a & b) | (either & c);
}

// Counts triangles by the four pairs of corners along x. p.x: the first pair has one corner inside. sum, carry: how many
// of the others have one. x: both corners of a pair are inside. left, right: all four corners on a side are inside.
void count_triangles(uvec4 sum, uvec4 carry, uvec4 x0, uvec4 x1, uvec4 x2, uvec4 x3, uvec4 left, uvec4 right,
                     inout planes p) {
    uvec4 v0 = sum ^ p.x, v1, v2, f0, f1, fours;
    add_bits(carry, sum & p.x, x0, sum, carry);
    add_bits(x1, x2, x3, v1, fours);
    v2 = carry ^ fours ^ (sum & v1);
    v1 ^= sum;
    add_bits(x0 & x1, x2 & x3, x0 & x2, f0, f1);
    add_bits(x1 & x3, left, right, sum, carry);
    f1 ^= carry ^ (f0 & sum);
    f0 ^= sum;
    uvec4 ring = v2 & v1 & ~v0 & ~f0 & ~f1; // six corners inside, no face
    p.t0 = v0;
    p.t1 = v1 ^ f0;
    p.t2 = v2 ^ f1 ^ (~v1 & f0) ^ (left & right) ^ ring;
}

// Adds a row of corners c, and those behind them along x.
void add_row(uvec4 c, uint next, inout uvec4 left, inout uvec4 right, out uvec4 d, out uvec4 x) {
    uvec4 behind = one_on(c, next);
    left &= c;
    right &= behind;
    d = c ^ behind;
    x = c & behind;
}

planes planes_of(uint block) {
    planes p;
    uint n00, n10, n01, n11, start = 128u * block;
    uvec4 left = uvec4(0xFFFFFFFFu), right = left, sum, carry, d1, d2, d3, x0, x1, x2, x3;
    uvec4 last = signs_of_row(block, u_rows.w, n11);
    add_row(last, n11, left, right, d3, x3);
    p.y = signs_of_row(block, u_rows.y, n10);
    add_row(p.y, n10, left, right, d1, x1);
    p.z = signs_of_row(block, u_rows.z, n01);
    add_row(p.z, n01, left, right, d2, x2);
    add_bits(d1, d2, d3, sum, carry);
    p.signs = signs_of_row(block, u_rows.x, n00); // last, because edges need it, too
    add_row(p.signs, n00, left, right, p.x, x0);
    p.y ^= p.signs;
    p.z ^= p.signs;
    count_triangles(sum, carry, x0, x1, x2, x3, left, right, p);
    p.next_z = start + 128u >= u_start && start + 128u < min(u_edges_end, u_up_end) ? n00 ^ n01 : 0u;
    uvec4 own = ~bits_before(start, u_start), cells = own & bits_before(start, u_cells_end);
    own &= bits_before(start, u_edges_end);
    p.x &= own;
    p.y &= own;
    p.z &= own & bits_before(start, u_up_end);
    own = ~ends_of_rows(start);
    p.x &= own;
    cells &= own;
    own = ~last_rows(start);
    p.y &= own;
    cells &= own;
    p.t0 &= cells;
    p.t1 &= cells;
    p.t2 &= cells;
    return p;
}

// These two return counts of each word.
uvec4 vertices_of(planes p) {
    return (hpyr_byte_counts3(p.x, p.y, p.z) * 0x01010101u) >> 24;
}

uvec4 triangles_of(planes p) {
    return ((hpyr_byte_counts(p.t0) + 2u * hpyr_byte_counts(p.t1) + 4u * hpyr_byte_counts(p.t2)) * 0x01010101u) >> 24;
}
