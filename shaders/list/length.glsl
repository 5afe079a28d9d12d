// The number of entries of a list.
// HPYR_LENGTH_ON_GPU: it is the smaller one of u_count and a number that only the GPU knows.
uniform uint u_count;
#ifdef HPYR_LENGTH_ON_GPU
uniform usampler2D u_length;
uint hpyr_length() {
    return min(u_count, texelFetch(u_length, ivec2(0), 0).x);
}
#else
uint hpyr_length() {
    return u_count;
}
#endif

// The number of entries from the first one of a texel on. Compared with it, places in a texel are constants.
uint hpyr_rest(int texel, uint length) {
    return length - min(uint(texel) << 2, length);
}

// Sets the entries of a texel to 0 that lie behind the end of the list.
uvec4 hpyr_clip(uvec4 entries, int texel, uint length) {
    return entries * uvec4(greaterThan(uvec4(hpyr_rest(texel, length)), uvec4(0u, 1u, 2u, 3u)));
}
