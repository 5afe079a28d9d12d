// Discriminator: cells whose samples come near to a level.
#include "flow/grid.glsl"
#include <caller>

uniform vec2 u_hpyr_flow_bounds; // the smallest sample must be at most y, the largest one at least x
uniform float u_hpyr_flow_half_level;
uniform vec2 u_hpyr_flow_quarters; // both 0.25. With a constant compilers add first, and a sum may be infinite

float hpyr_flow_sample(ivec3 at) {
#ifdef HPYR_INPUT
    return float(hpyr_input_at(hpyr_flow_wrap(at)) HPYR_CHANNEL);
#else
    return hpyr_field_at(hpyr_flow_place(vec3(hpyr_flow_wrap(at))));
#endif
}

bool hpyr_flow_is_finite(float value) { // tests the bits, which no compiler optimizes away
    return (floatBitsToUint(value) & 0x7FFFFFFFu) < 0x7F800000u;
}

// The smallest and the largest sample of a cell; false if one of the samples is not finite.
bool hpyr_flow_range(ivec3 cell, out vec2 range) {
    range = vec2(hpyr_flow_sample(cell));
    bool is_finite = hpyr_flow_is_finite(range.x);
    for (int corner = 1; corner < 8; corner++) {
        float value = hpyr_flow_sample(cell + ivec3(corner & 1, corner >> 1 & 1, corner >> 2));
        is_finite = is_finite && hpyr_flow_is_finite(value);
        range = vec2(min(range.x, value), max(range.y, value));
    }
    return is_finite;
}

float hpyr_flow_value(ivec3 cell) {
    vec2 range;
    hpyr_flow_range(cell, range);
    range *= u_hpyr_flow_quarters;
    return 2.0 * (range.x + range.y - u_hpyr_flow_half_level); // in whatever order this is summed up, it is finite
}

uint hpyr_count_at(ivec3 cell) {
    vec2 range;
    bool is_finite = hpyr_flow_range(cell, range);
    return is_finite && range.x <= u_hpyr_flow_bounds.y && range.y >= u_hpyr_flow_bounds.x ? 1u : 0u;
}
