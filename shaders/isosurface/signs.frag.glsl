// Classification: writes 128 signs a fragment, from a buffer of samples. The buffer is read as
// texels of 16 bytes, so that one fetch gets 4 to 16 samples.
// HPYR_VALUE: samples are 0 float, 1 uint8, 2 uint16, 3 int16 or 4 16-bit float.
// HPYR_WITHIN: only words that the isovalue divides are read, see within.glsl.
#include "isosurface/blocks.glsl"
#include "isosurface/within.glsl"

uniform uint u_count;       // number of samples
uniform int u_first_texel;  // first texel of the field
uniform bool u_some_inside; // false if no value can be inside
out uvec4 o_bits;

#if HPYR_VALUE == 0
uniform samplerBuffer u_words;
uniform float u_bound; // smallest value that is inside
uvec4 four_at(int at) {
    vec4 value = texelFetch(u_words, at);
    uvec4 magnitude = floatBitsToUint(value) & 0x7FFFFFFFu; // above infinity is NaN
    return uvec4(greaterThanEqual(value, vec4(u_bound))) & uvec4(lessThanEqual(magnitude, uvec4(0x7F800000u)));
}

uint word_at(int at) {
    uvec4 word = four_at(at) | (four_at(at + 1) << 4) | (four_at(at + 2) << 8) | (four_at(at + 3) << 12) |
                 (four_at(at + 4) << 16) | (four_at(at + 5) << 20) | (four_at(at + 6) << 24) | (four_at(at + 7) << 28);
    return word.x | (word.y << 1) | (word.z << 2) | (word.w << 3);
}
#    define TEXELS_OF_WORD 8
#else
uniform usamplerBuffer u_words;
#    if HPYR_VALUE == 1 || HPYR_VALUE == 2
uniform uint u_bound;
#        define INSIDE(part) uvec4(greaterThanEqual(part, uvec4(u_bound)))
#    elif HPYR_VALUE == 3
uniform int u_bound;
#        define INSIDE(part) uvec4(greaterThanEqual(ivec4((part) << 16) >> 16, ivec4(u_bound)))
#    else
// 16-bit floats are compared by their bits, inverted if negative. Bits above infinity's are NaN.
uniform uint u_bound; // bits of the smallest value that is inside, made to sort
#        define IS_NUMBER(part) uvec4(lessThanEqual((part)&0x7FFFu, uvec4(0x7C00u)))
#        define INSIDE(part)    uvec4(greaterThanEqual(in_order(part), uvec4(u_bound))) & IS_NUMBER(part)
uvec4 in_order(uvec4 half_bits) {
    uvec4 is_negative = half_bits >> 15;
    return (half_bits ^ (0x8000u + is_negative * 0x7FFFu)) & 0xFFFFu;
}
#    endif
#    if HPYR_VALUE == 1
// Channel c of a texel holds samples 4 c to 4 c + 3.
uint half_word_at(int at) {
    uvec4 texel = texelFetch(u_words, at);
    uvec4 bits = INSIDE(texel & 255u) | (INSIDE((texel >> 8) & 255u) << 1) | (INSIDE((texel >> 16) & 255u) << 2) |
                 (INSIDE(texel >> 24) << 3);
    bits <<= uvec4(0u, 4u, 8u, 12u);
    return bits.x | bits.y | bits.z | bits.w;
}
uint word_at(int at) {
    return half_word_at(at) | (half_word_at(at + 1) << 16);
}
#        define TEXELS_OF_WORD 2
#    else
// Channel c of a texel holds samples 2 c and 2 c + 1.
uint byte_at(int at) {
    uvec4 texel = texelFetch(u_words, at), low = texel & 0xFFFFu, high = texel >> 16;
    uvec4 bits = ((INSIDE(low)) | ((INSIDE(high)) << 1)) << uvec4(0u, 2u, 4u, 6u);
    return bits.x | bits.y | bits.z | bits.w;
}
uint word_at(int at) {
    return byte_at(at) | (byte_at(at + 1) << 8) | (byte_at(at + 2) << 16) | (byte_at(at + 3) << 24);
}
#        define TEXELS_OF_WORD 4
#    endif
#endif

void main() {
    uint block = block_at(ivec2(gl_FragCoord.xy));
    int at = u_first_texel + int(block) * 4 * TEXELS_OF_WORD;
    uvec4 bits;
#ifdef HPYR_WITHIN
    uint divided = divided_words(block, bits);
    while (divided != 0u) {
        int word = next_word(divided);
        bits = with_word(bits, word, word_at(at + word * TEXELS_OF_WORD));
    }
#else
    bits = uvec4(word_at(at), word_at(at + TEXELS_OF_WORD), word_at(at + 2 * TEXELS_OF_WORD),
                 word_at(at + 3 * TEXELS_OF_WORD));
#endif
    o_bits = u_some_inside ? bits & bits_before(128u * block, u_count) : uvec4(0u);
}
