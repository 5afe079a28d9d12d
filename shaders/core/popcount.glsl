// Counts the set bits of every half byte. GLSL 3.30 has no bitCount.
uvec4 hpyr_half_byte_counts(uvec4 words) {
    words -= (words >> 1) & 0x55555555u;
    return (words & 0x33333333u) + ((words >> 2) & 0x33333333u);
}

// Counts the set bits of every byte.
uvec4 hpyr_byte_counts(uvec4 words) {
    words = hpyr_half_byte_counts(words);
    return (words + (words >> 4)) & 0x0F0F0F0Fu;
}

// Counts the set bits of every byte, and adds the counts of the three words.
uvec4 hpyr_byte_counts3(uvec4 a, uvec4 b, uvec4 c) {
    a = hpyr_half_byte_counts(a) + hpyr_half_byte_counts(b) + hpyr_half_byte_counts(c); // up to 12 each
    return (a & 0x0F0F0F0Fu) + ((a >> 4) & 0x0F0F0F0Fu);
}

uvec4 hpyr_popcounts(uvec4 words) {
    return (hpyr_byte_counts(words) * 0x01010101u) >> 24;
}

// The number of the only bit of a word: a float's exponent is the logarithm of a number with one bit.
int hpyr_number_of_bit(uint bit) {
    return int(floatBitsToUint(float(bit)) >> 23) - 127;
}

uint hpyr_popcount(uvec4 words) {
    uvec4 bytes = hpyr_byte_counts(words); // at most 8 each, at most 128 in all
    return ((bytes.x + bytes.y + bytes.z + bytes.w) * 0x01010101u) >> 24;
}
