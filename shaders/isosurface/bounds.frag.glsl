// Writes the smallest and the largest of the samples of each word of a block, as bits, so that the signs of other
// isovalues can be told without reading them (within.glsl). If one of them is NaN, the smallest is NaN. Rows of a 3D
// texture are padded to multiples of 16 samples; padding, and what follows the last sample, is no sample.
#include "isosurface/blocks.glsl"
#include "isosurface/field.glsl"
uniform uint u_count;           // number of samples, with padding
uniform uint u_samples_of_word; // 32, which compilers must not know: without loops they take long
layout(location = 0) out uvec4 o_smallest;
layout(location = 1) out uvec4 o_largest;

#if HPYR_FIELD_KIND == 0
#    define VALUE            float
#    define VALUE_AT         hpyr_sample_at
#    define BITS(value)      floatBitsToUint(value)
#    define IS_NUMBER(value) (!hpyr_is_nan(value))
#else
#    define VALUE            HPYR_FIELD_VALUE
#    define VALUE_AT         hpyr_value_at
#    define BITS(value)      uint(value)
#    define IS_NUMBER(value) true
#endif

// Returns the place of the next sample. Behind the last one it stays in the field.
ivec3 next_sample(ivec3 at) {
    bool ends_row = at.x + 1 >= int(u_stride), ends_slice = ends_row && at.y + 1 == int(u_samples.y);
    return ivec3(ends_row ? 0 : at.x + 1, ends_slice ? 0 : at.y + int(ends_row),
                 min(at.z + int(ends_slice), int(u_samples.z) - 1));
}

uvec2 bounds_from(uint start) {
    ivec3 at = place_of(min(start, u_count - 1u));
    VALUE smallest = VALUE(0), largest = VALUE(0);
    bool has_some = false, has_nan = false;
    for (uint i = 0u; i < u_samples_of_word; i++) {
        if (start + i < u_count && at.x < int(u_samples.x)) {
            VALUE value = VALUE_AT(at);
            bool is_number = IS_NUMBER(value);
            has_nan = has_nan || !is_number;
            smallest = is_number && (!has_some || value < smallest) ? value : smallest;
            largest = is_number && (!has_some || value > largest) ? value : largest;
            has_some = has_some || is_number;
        }
        at = next_sample(at);
    }
#if HPYR_FIELD_KIND == 0
    return uvec2(has_nan || !has_some ? 0x7FC00000u : BITS(smallest), has_some ? BITS(largest) : 0x7FC00000u);
#else
    return uvec2(BITS(smallest), BITS(largest));
#endif
}

void main() {
    uint start = 128u * block_at(ivec2(gl_FragCoord.xy));
    uvec2 a = bounds_from(start), b = bounds_from(start + 32u), c = bounds_from(start + 64u),
          d = bounds_from(start + 96u);
    o_smallest = uvec4(a.x, b.x, c.x, d.x);
    o_largest = uvec4(a.y, b.y, c.y, d.y);
}
