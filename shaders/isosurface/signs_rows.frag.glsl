// Classification of a 3D texture: writes 128 signs a fragment. It reads 16 samples around one
// coordinate, as HPYR_NEAR does. Rows are padded to multiples of 16 samples.
#include "isosurface/blocks.glsl"
#include "isosurface/field.glsl"
#include "isosurface/within.glsl"

uniform uint u_count; // number of samples with padding
out uvec4 o_bits;

// Compilers read everything that a statement reads before they use any of it, so a statement reads four samples.
#define INSIDE_AT(at, x) uint(HPYR_INSIDE(textureLodOffset(u_hpyr_field, at, 0.0, ivec3(x, 0, 0)).HPYR_FIELD_CHANNEL))
#define ADD(x)           runs |= uvec4(INSIDE_AT(a, x), INSIDE_AT(b, x), INSIDE_AT(c, x), INSIDE_AT(d, x)) << (x + 8);
#define ADD_4(x)         ADD(x) ADD(x + 1) ADD(x + 2) ADD(x + 3)
#define ADD_8(x)         ADD_4(x) ADD_4(x + 4)

// Returns the first of the 16 samples that follow.
ivec3 next_run(ivec3 at) {
    bool ends_row = at.x + 16 >= int(u_stride), ends_slice = ends_row && at.y + 1 == int(u_samples.y);
    return ivec3(ends_row ? 0 : at.x + 16, ends_slice ? 0 : at.y + int(ends_row), at.z + int(ends_slice));
}

vec3 coordinate(ivec3 at) {
    return (vec3(at.x + 8, at.yz) + 0.5) * u_hpyr_field_scale;
}

// Masks the padding at the ends of rows, which is outside.
uvec4 ends_of_runs(int a, int b, int c, int d) {
    return (uvec4(1u) << uvec4(min(int(u_samples.x) - ivec4(a, b, c, d), 16))) - 1u;
}

// Returns the words of the four runs from `at` on, which becomes the run behind them.
uvec2 two_words(inout ivec3 at) {
    ivec3 at_b = next_run(at), at_c = next_run(at_b), at_d = next_run(at_c);
    vec3 a = coordinate(at), b = coordinate(at_b), c = coordinate(at_c), d = coordinate(at_d);
    uvec4 runs = uvec4(0u);
    ADD_8(-8)
    ADD_8(0)
    runs &= ends_of_runs(at.x, at_b.x, at_c.x, at_d.x);
    at = next_run(at_d);
    return runs.xz | (runs.yw << 16);
}

#ifdef HPYR_WITHIN
// Returns the word of the two runs from `a` on; a statement reads two samples.
#    define ADD_2(x)   runs |= uvec2(INSIDE_AT(first, x), INSIDE_AT(second, x)) << (x + 8);
#    define ADD_2_4(x) ADD_2(x) ADD_2(x + 1) ADD_2(x + 2) ADD_2(x + 3)
uint one_word(ivec3 a) {
    ivec3 b = next_run(a);
    vec3 first = coordinate(a), second = coordinate(b);
    uvec2 runs = uvec2(0u);
    ADD_2_4(-8)
    ADD_2_4(-4)
    ADD_2_4(0)
    ADD_2_4(4)
    return runs.x | (runs.y << 16);
}

// The same of samples that are no padding; without reading any.
uint samples_of(ivec3 a) {
    uvec4 ends = ends_of_runs(a.x, next_run(a).x, 0, 0);
    return ends.x | (ends.y << 16);
}
#endif

void main() {
    uint block = block_at(ivec2(gl_FragCoord.xy));
    uvec4 bits;
#ifdef HPYR_WITHIN
    uint divided = divided_words(block, bits), start = 128u * block;
    while (divided != 0u) {
        int word = next_word(divided);
        bits = with_word(bits, word, one_word(place_of(start + 32u * uint(word))));
    }
    bits &= uvec4(samples_of(place_of(start)), samples_of(place_of(start + 32u)), samples_of(place_of(start + 64u)),
                  samples_of(place_of(start + 96u)));
#else
    ivec3 at = place_of(128u * block);
    bits.xy = two_words(at);
    bits.zw = two_words(at);
#endif
    o_bits = u_hpyr_some_inside ? bits & bits_before(128u * block, u_count) : uvec4(0u);
}
