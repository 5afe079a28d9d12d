// Classification of fields in textures or in GLSL: writes 128 signs a fragment, sample by sample.
#include "isosurface/blocks.glsl"
#include "isosurface/field.glsl"
#include "isosurface/within.glsl"

uniform uint u_count; // number of samples
out uvec4 o_bits;

uint word_from(uint start) {
    ivec3 at = place_of(min(start, u_count - 1u)), last = ivec3(u_samples) - 1;
    uint word = 0u;
    for (uint bit = 0u; bit < 32u; bit++) {
        word |= uint(hpyr_is_inside(at)) << bit;
        bool ends_row = at.x == last.x, ends_slice = ends_row && at.y == last.y;
        at = ivec3(ends_row ? 0 : at.x + 1, ends_slice ? 0 : at.y + int(ends_row), min(at.z + int(ends_slice), last.z));
    }
    return word;
}

// One word after the other: compilers would read all 128 samples first, and have no room for them.
void main() {
    uint block = block_at(ivec2(gl_FragCoord.xy)), start = 128u * block;
    uvec4 bits;
    uint divided = divided_words(block, bits);
    while (divided != 0u) {
        int word = next_word(divided);
        bits = with_word(bits, word, word_from(start + 32u * uint(word)));
    }
    o_bits = u_hpyr_some_inside ? bits & bits_before(start, u_count) : uvec4(0u);
}
