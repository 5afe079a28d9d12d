// Discriminator: a cell may have a critical point where each component changes its sign, is zero, or comes near to zero: the
// polynomials of flow/look.glsl go a little beyond the samples. Multiplied by 16, a float is exact or infinite.
// Not where all vectors are zero along a line of two samples or more: there the flow does not stand still at a point, but in a body.
#include "flow/vectors.glsl"

bool hpyr_flow_is_zero(vec3 v) { // tests the bits, since a GPU may take tiny numbers for 0
    return all(equal(floatBitsToUint(v) & 0x7FFFFFFFu, uvec3(0u)));
}

// Whether one of the three neighbours of a corner along the axes that lie outside of its cell is zero.
bool hpyr_flow_has_zero_beside(ivec3 cell, ivec3 corner) {
    bool has_zero = false;
    for (int axis = 0; axis < 3; axis++) {
        ivec3 at = cell + corner;
        at[axis] += 2 * corner[axis] - 1;
        at = hpyr_flow_wrap(at);
        if (at[axis] >= 0 && at[axis] < u_hpyr_flow_samples[axis])
            has_zero = has_zero || hpyr_flow_is_zero(hpyr_flow_sample(at));
    }
    return has_zero;
}

uint hpyr_count_at(ivec3 cell) {
    vec3 least = hpyr_flow_sample(cell), most = least;
    bool is_finite = hpyr_flow_is_finite(least);
    int zeros = hpyr_flow_is_zero(least) ? 1 : 0, zero = 0;
    for (int corner = 1; corner < 8; corner++) {
        vec3 v = hpyr_flow_sample(cell + ivec3(corner & 1, corner >> 1 & 1, corner >> 2));
        is_finite = is_finite && hpyr_flow_is_finite(v);
        least = min(least, v);
        most = max(most, v);
        if (hpyr_flow_is_zero(v)) {
            zeros++;
            zero = corner;
        }
    }
    bool is_near = all(lessThanEqual(16.0 * least, most)) && all(greaterThanEqual(16.0 * most, least));
    if (!is_finite || !is_near || zeros > 1)
        return 0u;
    return zeros == 1 && hpyr_flow_has_zero_beside(cell, ivec3(zero & 1, zero >> 1 & 1, zero >> 2)) ? 0u : 1u;
}
