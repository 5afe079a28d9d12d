// Discriminator of a dense matrix: a bit for each element, one leaf a fragment.
// o_bits: which elements are entries, |a| > epsilon or NaN. o_largest: the largest bits of all |a|.
// Numbers that are not negative have the order of their bits. Those of NaN are the largest ones.
#include "list/columns.glsl"
#include "matrix/leaf.glsl"
uniform uint u_epsilon; // its bits
uniform ivec2 u_size;   // columns and rows of the matrix
layout(location = 0) out uint o_largest;
layout(location = 1) out uvec4 o_bits;

uvec4 bits = uvec4(0u), largest = uvec4(0u);

void take(uvec4 magnitudes, const int bit) {
    largest = max(largest, magnitudes);
    bits |= uvec4(greaterThan(magnitudes, uvec4(u_epsilon))) << bit;
}

vec2 place(uint row, uint column) {
    return (vec2(float(column), float(row)) + 0.5) * u_dense_scale;
}

// Constant offsets from the centre of a texel, with a nearest filter, cost a third of texelFetch on a
// software rasterizer. Behind the end of a row the filter repeats the last element.
#define MAGNITUDE(at, x) (floatBitsToUint(textureLodOffset(u_dense, at, 0.0, ivec2(x, 0)) HPYR_CHANNEL) & 0x7FFFFFFFu)

// Element x of all eight groups of 16 comes first: reads far apart do not wait for one another.
#define LOW(x)    take(uvec4(MAGNITUDE(a, x), MAGNITUDE(c, x), MAGNITUDE(e, x), MAGNITUDE(g, x)), x + 8);
#define HIGH(x)   take(uvec4(MAGNITUDE(b, x), MAGNITUDE(d, x), MAGNITUDE(f, x), MAGNITUDE(h, x)), x + 24);
#define TAKE_2(x) LOW(x) HIGH(x) LOW(x + 1) HIGH(x + 1)
#define TAKE_8(x) TAKE_2(x) TAKE_2(x + 2) TAKE_2(x + 4) TAKE_2(x + 6)

// Clears the bits of a word from bit `end` on.
uint keep_below(uint word, int end) {
    return end <= 0 ? 0u : end >= 32 ? word : word & ((1u << uint(end)) - 1u);
}

void main() {
    uint leaf = hpyr_number_of_column(uvec2(gl_FragCoord.xy));
    uint row = hpyr_row_of_leaf(leaf, 1.0 / float(u_row_leaves)), column = (leaf - row * u_row_leaves) * 128u;
    vec2 a = place(row, column + 8u), b = place(row, column + 24u), c = place(row, column + 40u),
         d = place(row, column + 56u), e = place(row, column + 72u), f = place(row, column + 88u),
         g = place(row, column + 104u), h = place(row, column + 120u);
    TAKE_8(-8)
    TAKE_8(0)
    o_largest = max(max(largest.x, largest.y), max(largest.z, largest.w));
    int end = int(row) < u_size.y ? u_size.x - int(column) : 0;
    o_bits = bits;
    if (end < 128)
        o_bits = uvec4(keep_below(bits.x, end), keep_below(bits.y, end - 32), keep_below(bits.z, end - 64),
                       keep_below(bits.w, end - 96));
}
