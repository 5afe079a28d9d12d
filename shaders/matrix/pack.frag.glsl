// Discriminator of a dense matrix: a bit for each element, 128 elements of a row a leaf. Fragment (x, y) has
// leaf x of the rows 2 y and 2 y + 1, the even one and the odd one.
// o_even, o_odd: which elements are entries, |a| > epsilon or NaN.
// o_wild: whether an element is not finite; bit 0 for the even row, bit 1 for the odd one.
// Numbers that are not negative have the order of their bits. Those of NaN are the largest ones.
// HPYR_GATHERS: there is GL_ARB_texture_gather.  HPYR_CHANNEL: .r, .g, .b or .a.
uniform sampler2D u_dense;
uniform vec2 u_dense_scale; // 1 / size of the matrix
uniform int u_epsilon;      // its bits
uniform ivec2 u_size;       // columns and rows of the matrix
layout(location = 0) out uint o_wild;
layout(location = 1) out uvec4 o_even;
layout(location = 2) out uvec4 o_odd;

void take(inout uvec4 bits, inout int largest, ivec4 magnitudes, int bit) {
    uint set = 1u << uint(bit);
    largest = max(max(largest, max(magnitudes.x, magnitudes.y)), max(magnitudes.z, magnitudes.w));
    bits |= uvec4(magnitudes.x > u_epsilon ? set : 0u, magnitudes.y > u_epsilon ? set : 0u,
                  magnitudes.z > u_epsilon ? set : 0u, magnitudes.w > u_epsilon ? set : 0u);
}

// Clears the bits of a word from bit `end` on.
uint keep_below(uint word, int end) {
    return end <= 0 ? 0u : end >= 32 ? word : word & ((1u << uint(end)) - 1u);
}

// Clears the bits that are no elements. Behind the end of a row the filter has repeated the last one.
uvec4 keep_elements(uvec4 bits, ivec2 first) {
    int end = first.y < u_size.y ? u_size.x - first.x : 0;
    if (end < 128)
        bits = uvec4(keep_below(bits.x, end), keep_below(bits.y, end - 32), keep_below(bits.z, end - 64),
                     keep_below(bits.w, end - 96));
    return bits;
}

uint is_wild(int largest) {
    return uint(largest >= 0x7F800000);
}

// Constant offsets from eight places cost a software rasterizer a third of texelFetch. The words are read in
// turn: reads far apart do not wait for one another. A row is read in four steps, in a loop whose length is no constant: with all
// of the reads at once compilers run out of registers.

#ifdef HPYR_GATHERS
// Two neighbors of both rows: x and y are those of the odd row, w and z those of the even one.
#    define GATHER(at, x) (floatBitsToInt(textureGatherOffset(u_dense, at, ivec2(x, 0))) & 0x7FFFFFFF)
#    define LOW(x)        take_both(GATHER(a, x), GATHER(c, x), GATHER(e, x), GATHER(g, x), 4 * step + x + 2);
#    define HIGH(x)       take_both(GATHER(b, x), GATHER(d, x), GATHER(f, x), GATHER(h, x), 4 * step + x + 18);
#    define TAKE_4        LOW(-2) HIGH(-2) LOW(0) HIGH(0)
uvec4 even_bits = uvec4(0u), odd_bits = uvec4(0u);
int even_largest = 0, odd_largest = 0;

void take_both(ivec4 a, ivec4 b, ivec4 c, ivec4 d, int bit) {
    take(even_bits, even_largest, ivec4(a.w, b.w, c.w, d.w), bit);
    take(even_bits, even_largest, ivec4(a.z, b.z, c.z, d.z), bit + 1);
    take(odd_bits, odd_largest, ivec4(a.x, b.x, c.x, d.x), bit);
    take(odd_bits, odd_largest, ivec4(a.y, b.y, c.y, d.y), bit + 1);
}

// The corner between four texels.
vec2 place(ivec2 first, int column) {
    return vec2(first + ivec2(column + 1, 1)) * u_dense_scale;
}
#else
#    define AT(at, x) textureLodOffset(u_dense, at, 0.0, ivec2(x, 0)) HPYR_CHANNEL
#    define LOW(x)    take_row(vec4(AT(a, x), AT(c, x), AT(e, x), AT(g, x)), 4 * step + x + 2);
#    define HIGH(x)   take_row(vec4(AT(b, x), AT(d, x), AT(f, x), AT(h, x)), 4 * step + x + 18);
#    define TAKE_4    LOW(-2) HIGH(-2) LOW(-1) HIGH(-1) LOW(0) HIGH(0) LOW(1) HIGH(1)
uvec4 bits = uvec4(0u);
int largest = 0;

void take_row(vec4 elements, int bit) {
    take(bits, largest, floatBitsToInt(elements) & 0x7FFFFFFF, bit);
}

// The center of a texel.
vec2 place(ivec2 first, int column) {
    return (vec2(first + ivec2(column, 0)) + 0.5) * u_dense_scale;
}
#endif

void take_128(ivec2 first) {
    int step = 0, steps = 4 + min(u_size.x, 0);
    do {
        int at = 4 * step + 2;
        vec2 a = place(first, at), b = place(first, at + 16), c = place(first, at + 32), d = place(first, at + 48),
             e = place(first, at + 64), f = place(first, at + 80), g = place(first, at + 96),
             h = place(first, at + 112);
        TAKE_4
        step++;
    } while (step < steps);
}

void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * ivec2(128, 2);
#ifdef HPYR_GATHERS
    take_128(first);
    o_even = keep_elements(even_bits, first);
    o_odd = keep_elements(odd_bits, first + ivec2(0, 1));
    o_wild = is_wild(even_largest) | (is_wild(odd_largest) << 1);
#else
    o_wild = 0u;
    o_even = o_odd = uvec4(0u);
    for (int row = 0; row < 2; row++) {
        bits = uvec4(0u);
        largest = 0;
        take_128(first);
        o_even = o_odd; // which is empty at first
        o_odd = keep_elements(bits, first);
        o_wild |= is_wild(largest) << uint(row);
        first.y++;
    }
#endif
}
