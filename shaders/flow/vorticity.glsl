// Discriminator: samples where the curl is long.
#include "flow/vectors.glsl"

// A number of any size is a float and an exponent: x * 2^exponent. Curls may be longer than the largest float.
uniform float u_hpyr_flow_threshold;
uniform int u_hpyr_flow_threshold_exponent;
uniform vec3 u_hpyr_flow_steps; // spacings, divided by one power of two so that the smallest one is 0.5 to 1
uniform int u_hpyr_flow_steps_exponent;

float hpyr_flow_two_to(int exponent) { // -126 to 127
    return intBitsToFloat((exponent + 127) << 23);
}

// The exponent of the largest component. Vectors are multiplied by 2^-exponent, which is exact, before they are subtracted and
// squared. So nothing is infinite, or 0, in between.
int hpyr_flow_exponent(vec3 v) {
    return clamp((floatBitsToInt(max(max(abs(v.x), abs(v.y)), abs(v.z))) >> 23) - 127, -126, 126);
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

// The curl's length is size * 2^exponent; false if one of the samples around is not finite.
bool hpyr_flow_curl(ivec3 at, out float size, out int exponent) {
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
    exponent = hpyr_flow_exponent(most);
    float scale = hpyr_flow_two_to(-exponent);
    for (int axis = 0; axis < 3; axis++)
        slopes[axis] = (after[axis] * scale - before[axis] * scale) / (steps[axis] * u_hpyr_flow_steps[axis]);
    vec3 turn = vec3(slopes[1].z - slopes[2].y, slopes[2].x - slopes[0].z, slopes[0].y - slopes[1].x);
    int more = hpyr_flow_exponent(turn);
    size = length(turn * hpyr_flow_two_to(-more));
    exponent += more - u_hpyr_flow_steps_exponent;
    return is_finite;
}

float hpyr_flow_value(ivec3 at) {
    float size;
    int exponent;
    hpyr_flow_curl(at, size, exponent);
    exponent = clamp(exponent, -252, 252); // beyond, a float is 0 or infinite anyway
    return size * hpyr_flow_two_to(exponent / 2) * hpyr_flow_two_to(exponent - exponent / 2);
}

// The size is 0, or 2^-23 to 4. So at a difference of 30 the exponents alone decide.
uint hpyr_count_at(ivec3 at) {
    float size;
    int exponent;
    bool is_finite = hpyr_flow_curl(at, size, exponent);
    int difference = clamp(u_hpyr_flow_threshold_exponent - exponent, -30, 30);
    return is_finite && size >= u_hpyr_flow_threshold * hpyr_flow_two_to(difference) ? 1u : 0u;
}
