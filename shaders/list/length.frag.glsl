// Reads a length out of the bytes of a buffer: those of a uint, or those of a pyramid's top texel.
// HPYR_FORMAT: how a pyramid counts: 1 UINT, 2 FLOAT, 3 HALF.
uniform usampler2D u_words; // one texel
uniform int u_channel;
uniform uint u_clones;
out uint o_length;

void main() {
    uvec4 words = texelFetch(u_words, ivec2(0), 0);
    uint word = u_channel == 0 ? words.x : u_channel == 1 ? words.y : u_channel == 2 ? words.z : words.w;
#if HPYR_FORMAT == 2
    float sum = uintBitsToFloat(word);
    uint total = sum <= 16777216.0 ? uint(sum) : 0xFFFFFFFFu; // larger sums are overflows
#elif HPYR_FORMAT == 3
    uint total = uint(uintBitsToFloat(words.x)) + (uint(uintBitsToFloat(words.y)) << 10);
#else
    uint total = word;
#endif
    o_length = total > 0xFFFFFFFFu / u_clones ? 0xFFFFFFFFu : total * u_clones;
}
