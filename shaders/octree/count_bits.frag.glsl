// How many bits of each word are set, of those that count.
#include "octree/words.glsl"
#include "core/popcount.glsl"
uniform usampler2D u_words;
uniform ivec2 u_words_row;
uniform uint u_counted;
uniform int u_end; // words from here on count as 0
out uint o_count;

void main() {
    int index = hpyr_target_texel();
    uint word = index < u_end ? hpyr_word(u_words, u_words_row, index) & u_counted : 0u;
    o_count = hpyr_popcount(uvec4(word, 0u, 0u, 0u));
}
