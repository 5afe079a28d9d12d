// Looks at 128 cells at once, one in each bit. Sample s owns the cell whose lowest corner it is,
// and the edges from s to s + 1, s + W and s + W H; W samples are a row and H rows a slice. An edge
// is crossed if the signs of its ends differ. A cell's eight signs tell its number of triangles:
//
//     T = V - 2 F + 4 [all inside] - 4 [ring]        V corners inside, F faces with four of them,
//                                                    ring: only two opposite corners are outside
//
// (A loop has two triangles less than edges, and Euler's formula counts edges and loops by what is
// inside.) So the three bits of T, 0..5, are sums and carries of words.
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
#ifdef HPYR_LONG_ROWS
    uvec4 bits = uvec4(0u);
    if (at < 128)
        bits = bits_below(at + length) & ~bits_below(at);
#else
    uvec4 bits = bits_below(at + length) & ~bits_below(at);
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

void add_bits(uvec2 a, uvec2 b, uvec2 c, out uvec2 sum, out uvec2 carry) {
    uvec2 either = a ^ b;
    sum = either ^ c;
    carry = (a & b) | (either & c);
}

// The bits of the number of triangles, of two words.
struct triangle_bits {
    uvec2 t0, t1, t2;
};

uvec2 one_on(uvec3 words) {
    return (words.xy >> 1) | (words.yz << 31);
}

// Counts triangles by the four pairs of corners along x: of each row three words, of which the third one gives a single sign.
triangle_bits count_triangles(uvec3 row0, uvec3 row1, uvec3 row2, uvec3 row3) {
    uvec2 c0 = row0.xy, c1 = row1.xy, c2 = row2.xy, c3 = row3.xy;
    uvec2 e0 = one_on(row0), e1 = one_on(row1), e2 = one_on(row2), e3 = one_on(row3), d0 = c0 ^ e0;
    uvec2 left = c0 & c1 & c2 & c3, right = e0 & e1 & e2 & e3, sum, carry, v1, v2, f0, f1, fours;
    add_bits(c1 ^ e1, c2 ^ e2, c3 ^ e3, sum, carry);
    uvec2 x0 = c0 & e0, x1 = c1 & e1, x2 = c2 & e2, x3 = c3 & e3, v0 = sum ^ d0;
    add_bits(carry, sum & d0, x0, sum, carry);
    add_bits(x1, x2, x3, v1, fours);
    v2 = carry ^ fours ^ (sum & v1);
    v1 ^= sum;
    add_bits(x0 & x1, x2 & x3, x0 & x2, f0, f1);
    add_bits(x1 & x3, left, right, sum, carry);
    f1 ^= carry ^ (f0 & sum);
    f0 ^= sum;
    uvec2 ring = v2 & v1 & ~v0 & ~f0 & ~f1; // six corners inside, no face
    return triangle_bits(v0, v1 ^ f0, v2 ^ f1 ^ (~v1 & f0) ^ (left & right) ^ ring);
}

planes planes_of(uint block) {
    planes p;
    uint n0, n1, n2, n3, start = 128u * block;
    uvec4 c0 = signs_of_row(block, u_rows.x, n0);
    uvec4 c1 = signs_of_row(block, u_rows.y, n1);
    uvec4 c2 = signs_of_row(block, u_rows.z, n2);
    uvec4 c3 = signs_of_row(block, u_rows.w, n3);
    // Two words after the other two: fewer registers.
    triangle_bits low = count_triangles(c0.xyz, c1.xyz, c2.xyz, c3.xyz);
    triangle_bits high = count_triangles(uvec3(c0.zw, n0), uvec3(c1.zw, n1), uvec3(c2.zw, n2), uvec3(c3.zw, n3));
    p.signs = c0;
    p.x = c0 ^ one_on(c0, n0);
    p.y = c0 ^ c1;
    p.z = c0 ^ c2;
    p.t0 = uvec4(low.t0, high.t0);
    p.t1 = uvec4(low.t1, high.t1);
    p.t2 = uvec4(low.t2, high.t2);
    p.next_z = start + 128u >= u_start && start + 128u < min(u_edges_end, u_up_end) ? n0 ^ n2 : 0u;
    uvec4 cells = ~ends_of_rows(start), own = ~last_rows(start);
    p.x &= cells;
    p.y &= own;
    cells &= own;
    if (start < u_start || start + 128u > min(u_cells_end, min(u_edges_end, u_up_end))) { // few blocks
        own = ~bits_before(start, u_start);
        cells &= own & bits_before(start, u_cells_end);
        own &= bits_before(start, u_edges_end);
        p.x &= own;
        p.y &= own;
        p.z &= own & bits_before(start, u_up_end);
    }
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
