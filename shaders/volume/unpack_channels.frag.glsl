// Spreads bits of a word over channels, so that draws go on where earlier ones have ended.
layout(location = 0) out vec4 o_bits[HPYR_TARGETS];
uniform usampler2DArray u_words;
uniform int u_first_slice; // of the first target
void main() {
    int number = u_first_slice >> 5;
    uint word = texelFetch(u_words, ivec3(ivec2(gl_FragCoord.xy), number >> 2), 0)[number & 3];
    uvec4 bits = uvec4(word >> uint(u_first_slice & 31)) >> uvec4(0u, 1u, 2u, 3u);
#define HPYR_SPREAD(i) o_bits[i] = vec4((bits >> uint(4 * i)) & 1u);
    HPYR_EACH_TARGET(HPYR_SPREAD)
}
