// Turns bits along x or y into words along z. A fragment reads one word of 32 columns that are
// neighbors along z, transposes these 32 x 32 bits, and writes 32 words: word i, of the i-th
// neighbor along the axis, is component i % 4 of target i / 4.
// A row of the output has u_words texels for each 32 slices.
// HPYR_TARGETS: 8, or 4 for one half of them: part 0 or 1.
uniform usampler2DArray u_columns; // texel (z, row): a column
uniform int u_words;               // words of a column
uniform ivec2 u_slices;            // first slice of the layer, number of slices of the volume
uniform int u_part;
layout(location = 0) out uvec4 o_words[HPYR_TARGETS];

// The word of column z; beyond the volume it is one that nobody reads.
uint word_at(int z, int row, int word) {
    uvec4 words = texelFetch(u_columns, ivec3(min(z, u_slices.y - 1), row, word >> 2), 0);
    return words[word & 3];
}

uvec4 four_words(int z, int row, int word) {
    return uvec4(word_at(z, row, word), word_at(z + 1, row, word), word_at(z + 2, row, word),
                 word_at(z + 3, row, word));
}

// Exchanges the high part of each field of `low` with the low part of the same field of `high`.
void exchange(inout uvec4 low, inout uvec4 high, int shift, uint mask) {
    uvec4 difference = ((low >> shift) ^ high) & mask;
    high ^= difference;
    low ^= difference << shift;
}

// The same among the four words of a vector: fields of 4 bits, then of 2.
uvec4 exchange_inside(uvec4 v) {
    uvec2 two = ((v.xy >> 2) ^ v.zw) & 0x33333333u;
    v ^= uvec4(two << 2, two);
    uvec2 one = ((v.xz >> 1) ^ v.yw) & 0x55555555u;
    return v ^ uvec4(one.x << 1, one.x, one.y << 1, one.y);
}

// What is left to do within 16 words, after fields of 16 bits.
void turn_half(inout uvec4 a, inout uvec4 b, inout uvec4 c, inout uvec4 d) {
    exchange(a, c, 8, 0xFF00FFu);
    exchange(b, d, 8, 0xFF00FFu);
    exchange(a, b, 4, 0xF0F0F0Fu);
    exchange(c, d, 4, 0xF0F0F0Fu);
    a = exchange_inside(a);
    b = exchange_inside(b);
    c = exchange_inside(c);
    d = exchange_inside(d);
}

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int word = texel.x % u_words, z = u_slices.x + 32 * (texel.x / u_words);
    uvec4 a = four_words(z, texel.y, word), b = four_words(z + 4, texel.y, word), c = four_words(z + 8, texel.y, word),
          d = four_words(z + 12, texel.y, word), e = four_words(z + 16, texel.y, word),
          f = four_words(z + 20, texel.y, word), g = four_words(z + 24, texel.y, word),
          h = four_words(z + 28, texel.y, word);
    exchange(a, e, 16, 0xFFFFu);
    exchange(b, f, 16, 0xFFFFu);
    exchange(c, g, 16, 0xFFFFu);
    exchange(d, h, 16, 0xFFFFu);
#if HPYR_TARGETS == 8
    turn_half(e, f, g, h);
    o_words[4] = e;
    o_words[5] = f;
    o_words[6] = g;
    o_words[7] = h;
#else
    if (u_part == 1) {
        a = e;
        b = f;
        c = g;
        d = h;
    }
#endif
    turn_half(a, b, c, d);
    o_words[0] = a;
    o_words[1] = b;
    o_words[2] = c;
    o_words[3] = d;
}
