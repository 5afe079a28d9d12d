// Discriminator: samples where the curl is long.
#include "flow/vectors.glsl"

uniform float u_hpyr_flow_threshold;

// A power of two near the largest component, and 1 divided by it. Vectors are multiplied by the second number, which is exact, before
// they are subtracted and squared; and results by the first one. So nothing is infinite, or 0, in between.
vec2 hpyr_flow_scale(vec3 v) {
    uint power = floatBitsToUint(max(max(abs(v.x), abs(v.y)), abs(v.z))) & 0x7F800000u;
    power = clamp(power, 0x00800000u, 0x7E800000u);
    return vec2(uintBitsToFloat(power), uintBitsToFloat(0x7F000000u - power));
}

// The samples on both sides along an axis, and how many spacings lie between them. At a border that is not periodic the sample
// itself is one of the two; on an axis of one sample it is both, for a slope of 0.
float hpyr_flow_sides(ivec3 at, int axis, out vec3 before, out vec3 after) {
    ivec3 low = at, high = at;
    if (u_hpyr_flow_periodic[axis] != 0 || at[axis] > 0)
        low[axis]--;
    if (u_hpyr_flow_periodic[axis] != 0 || at[axis] + 1 < u_hpyr_flow_samples[axis])
        high[axis]++;
    before = hpyr_flow_sample(low);
    after = hpyr_flow_sample(high);
    return float(max(high[axis] - low[axis], 1));
}

// The curl's length; false if one of the samples around is not finite.
bool hpyr_flow_curl(ivec3 at, out float curl) {
    bool is_finite = hpyr_flow_is_finite(hpyr_flow_sample(at));
    vec3 most = vec3(0.0), steps;
    mat3 before, after, slopes;
    for (int axis = 0; axis < 3; axis++) {
        vec3 low, high;
        steps[axis] = hpyr_flow_sides(at, axis, low, high);
        is_finite = is_finite && hpyr_flow_is_finite(low) && hpyr_flow_is_finite(high);
        most = max(most, max(abs(low), abs(high)));
        before[axis] = low;
        after[axis] = high;
    }
    vec2 scale = hpyr_flow_scale(most);
    for (int axis = 0; axis < 3; axis++)
        slopes[axis] = (after[axis] * scale.y - before[axis] * scale.y) / (steps[axis] * u_hpyr_flow_spacing[axis]);
    vec3 turn = vec3(slopes[1].z - slopes[2].y, slopes[2].x - slopes[0].z, slopes[0].y - slopes[1].x);
    vec2 size = hpyr_flow_scale(turn);
    curl = length(turn * size.y) * size.x * scale.x;
    return is_finite;
}

float hpyr_flow_value(ivec3 at) {
    float curl;
    hpyr_flow_curl(at, curl);
    return curl;
}

uint hpyr_count_at(ivec3 at) {
    float curl;
    bool is_finite = hpyr_flow_curl(at, curl);
    return is_finite && curl >= u_hpyr_flow_threshold ? 1u : 0u;
}
