// Discriminator: samples where the curl is long.
#include "flow/vectors.glsl"

uniform float u_hpyr_flow_threshold;

// Derivative along an axis; a border that is not periodic has a difference to one side.
vec3 hpyr_flow_slope(ivec3 at, int axis) {
    ivec3 low = at, high = at;
    if (u_hpyr_flow_periodic[axis] != 0 || at[axis] > 0)
        low[axis]--;
    if (u_hpyr_flow_periodic[axis] != 0 || at[axis] + 1 < u_hpyr_flow_samples[axis])
        high[axis]++;
    int steps = max(high[axis] - low[axis], 1); // an axis of one sample has a slope of 0
    return (hpyr_flow_sample(high) - hpyr_flow_sample(low)) / (float(steps) * u_hpyr_flow_spacing[axis]);
}

// The curl's length; false if one of the samples around is not finite.
bool hpyr_flow_curl(ivec3 at, out float curl) {
    bool is_finite = hpyr_flow_is_finite(hpyr_flow_sample(at));
    mat3 slopes;
    for (int axis = 0; axis < 3; axis++) {
        slopes[axis] = hpyr_flow_slope(at, axis);
        is_finite = is_finite && hpyr_flow_is_finite(slopes[axis]);
    }
    curl = length(vec3(slopes[1].z - slopes[2].y, slopes[2].x - slopes[0].z, slopes[0].y - slopes[1].x));
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
