// Expansion FRAGMENT: samples in line order, x fastest, 32 a word, and blocks of 128, four words. Block b is texel (b % row, b / row) of
// every texture; a row is a power of two.
uniform int u_row_shift;
uniform uvec3 u_samples; // along the axes
uniform uint u_stride;   // from a row to the next, in samples

uint block_at(ivec2 texel) {
    return (uint(texel.y) << u_row_shift) + uint(texel.x);
}

ivec2 texel_of(uint block) {
    return ivec2(block & ((1u << u_row_shift) - 1u), block >> u_row_shift);
}

// s / divisor in whole numbers. Integer division is slow, everywhere; a float quotient is a few off at most, and what is then left
// over, or lacking, tells how many: but for one, where the divisor is so large that floats do not tell its multiples' neighbours apart.
uint quotient(uint s, uint divisor) {
    uint q = uint(float(s) / float(divisor));
    int rest = int(s - q * divisor), more = int(floor(float(rest) / float(divisor)));
    rest -= more * int(divisor);
    return uint(int(q) + more + int(rest >= int(divisor)) - int(rest < 0));
}

// Where a nearest filter finds it, which costs a software rasterizer half of texelFetch.
uniform vec2 u_texel; // 1 / size of the textures

vec2 coordinate_of(uint block) {
    return (vec2(texel_of(block)) + 0.5) * u_texel;
}

ivec3 place_of(uint s) {
    uint row = quotient(s, u_stride), slice = quotient(row, u_samples.y);
    return ivec3(s - row * u_stride, row - slice * u_samples.y, slice);
}

// The first n of 128 bits.
uvec4 bits_below(int n) {
    ivec4 count = clamp(ivec4(n) - ivec4(0, 32, 64, 96), 0, 32);
    return ((uvec4(2u) << uvec4(max(count - 1, 0))) - 1u) * uvec4(greaterThan(count, ivec4(0)));
}

// Bits of the block that begins at sample `start` that lie before sample `end`.
uvec4 bits_before(uint start, uint end) {
    return bits_below(end > start ? int(min(end - start, 128u)) : 0);
}

uint word_of(uvec4 words, int index) {
    return index == 0 ? words.x : index == 1 ? words.y : index == 2 ? words.z : words.w;
}
