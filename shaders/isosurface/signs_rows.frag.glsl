// Classification of a 3D texture: writes 128 signs a fragment. It reads 16 samples around one
// coordinate, as HPYR_NEAR does. Rows are padded to multiples of 16 samples.
#include "isosurface/field.glsl"
#include "isosurface/blocks.glsl"

uniform uint u_count; // number of samples with padding
out uvec4 o_bits;

#define INSIDE_AT(at, x)   uint(HPYR_INSIDE(textureLodOffset(u_hpyr_field, at, 0.0, ivec3(x, 0, 0)).HPYR_FIELD_CHANNEL))
#define FIRST(x)           (uvec4(INSIDE_AT(a, x), INSIDE_AT(b, x), INSIDE_AT(c, x), INSIDE_AT(d, x)) << (x + 8))
#define SECOND(x)          (uvec4(INSIDE_AT(e, x), INSIDE_AT(f, x), INSIDE_AT(g, x), INSIDE_AT(h, x)) << (x + 8))
#define FOUR(RUNS, x)      (RUNS(x) | RUNS(x + 1) | RUNS(x + 2) | RUNS(x + 3))
#define LAST_FIFTEEN(RUNS) (RUNS(-7) | RUNS(-6) | RUNS(-5) | FOUR(RUNS, -4) | FOUR(RUNS, 0) | FOUR(RUNS, 4))

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

void main() {
    uint block = block_at(ivec2(gl_FragCoord.xy));
    ivec3 at_a = place_of(128u * block), at_b = next_run(at_a), at_c = next_run(at_b), at_d = next_run(at_c);
    ivec3 at_e = next_run(at_d), at_f = next_run(at_e), at_g = next_run(at_f), at_h = next_run(at_g);
    vec3 a = coordinate(at_a), b = coordinate(at_b), c = coordinate(at_c), d = coordinate(at_d);
    vec3 e = coordinate(at_e), f = coordinate(at_f), g = coordinate(at_g), h = coordinate(at_h);
    // One sample of every run comes first: memory fetches one half while the other is used.
    uvec4 first = FIRST(-8);
    uvec4 second = SECOND(-8);
    first |= LAST_FIFTEEN(FIRST);
    second |= LAST_FIFTEEN(SECOND);
    first &= ends_of_runs(at_a.x, at_b.x, at_c.x, at_d.x);
    second &= ends_of_runs(at_e.x, at_f.x, at_g.x, at_h.x);
    uvec4 bits = uvec4(first.xz | (first.yw << 16), second.xz | (second.yw << 16));
    o_bits = u_hpyr_some_inside ? bits & bits_before(128u * block, u_count) : uvec4(0u);
}
