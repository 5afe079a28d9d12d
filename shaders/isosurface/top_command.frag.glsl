// Writes the arguments of an indirect draw, from a pyramid's top: total, 1, 0, 0, 0.
// HPYR_TOTAL(words): the total in the top's texel; 2^32 - 1 or more if it passed the limit.
#include "core/texels.glsl"

uniform HPYR_UBUFFER u_top;
uniform uint u_limit;  // largest total that the pyramid counts
uniform uint u_clones; // keys for each output
out uint o_word;

uint hpyr_uint_of(float count) {
    return count >= 0.0 && count < 4294967296.0 ? uint(count) : 0xFFFFFFFFu;
}

void main() {
    int word = int(gl_FragCoord.x);
    uint total = HPYR_TOTAL(HPYR_BUFFER_TEXEL(u_top, 0));
    o_word = word == 0 ? (total > u_limit / u_clones ? 0u : total * u_clones) : word == 1 ? 1u : 0u;
}
