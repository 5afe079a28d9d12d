// Set bits of every byte; GLSL 3.30 has no bitCount.
uvec4 hpyr_byte_counts(uvec4 words) {
    words -= (words >> 1) & 0x55555555u;
    words = (words & 0x33333333u) + ((words >> 2) & 0x33333333u);
    return (words + (words >> 4)) & 0x0F0F0F0Fu;
}

uvec4 hpyr_popcounts(uvec4 words) {
    return (hpyr_byte_counts(words) * 0x01010101u) >> 24;
}

uint hpyr_popcount(uvec4 words) {
    uvec4 bytes = hpyr_byte_counts(words); // up to 8 each; the sum of all sixteen is at most 128
    return ((bytes.x + bytes.y + bytes.z + bytes.w) * 0x01010101u) >> 24;
}
