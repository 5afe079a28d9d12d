// Classification of a 3D texture: writes 128 signs a fragment. It reads 16 samples around one
// coordinate, as HPYR_NEAR does. Rows are padded to multiples of 16 samples.
#include "isosurface/field.glsl"
#include "isosurface/blocks.glsl"

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

void main() {
    uint block = block_at(ivec2(gl_FragCoord.xy));
    ivec3 at = place_of(128u * block);
    uvec4 bits;
    bits.xy = two_words(at);
    bits.zw = two_words(at);
    o_bits = u_hpyr_some_inside ? bits & bits_before(128u * block, u_count) : uvec4(0u);
}
