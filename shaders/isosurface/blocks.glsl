// Expansion FRAGMENT numbers samples in line order, x fastest. A word holds the bits of 32 samples,
// and a block is four words. Block b is texel (b % row, b / row) of every texture.
// u_row_shift: the row is 2^u_row_shift blocks.
uniform int u_row_shift;
uniform uvec3 u_samples; // samples along x, y, z
uniform uint u_stride;   // samples from the start of a row to the next

uint block_at(ivec2 texel) {
    return (uint(texel.y) << u_row_shift) + uint(texel.x);
}

ivec2 texel_of(uint block) {
    return ivec2(block & ((1u << u_row_shift) - 1u), block >> u_row_shift);
}

// Divides whole numbers; integer division is slow. A float quotient is a few off, and the remainder
// tells how many. With a large divisor this may be off by one, which the last line corrects.
uint quotient(uint s, uint divisor) {
    uint q = uint(float(s) / float(divisor));
    int rest = int(s - q * divisor), more = int(floor(float(rest) / float(divisor)));
    rest -= more * int(divisor);
    return uint(int(q) + more + int(rest >= int(divisor)) - int(rest < 0));
}

uniform vec2 u_texel; // 1 / size of the textures

vec2 coordinate_of(uint block) {
    return (vec2(texel_of(block)) + 0.5) * u_texel;
}

ivec3 place_of(uint s) {
    uint row = quotient(s, u_stride), slice = quotient(row, u_samples.y);
    return ivec3(s - row * u_stride, row - slice * u_samples.y, slice);
}

// Returns 128 bits of which the first n are set.
uvec4 bits_below(int n) {
    ivec4 count = clamp(ivec4(n) - ivec4(0, 32, 64, 96), 0, 32);
    return ((uvec4(2u) << uvec4(max(count - 1, 0))) - 1u) * uvec4(greaterThan(count, ivec4(0)));
}

// Returns the bits of those samples of the block from `start` on that lie before sample `end`.
uvec4 bits_before(uint start, uint end) {
    return bits_below(end > start ? int(min(end - start, 128u)) : 0);
}

uint word_of(uvec4 words, int index) {
    return index == 0 ? words.x : index == 1 ? words.y : index == 2 ? words.z : words.w;
}
