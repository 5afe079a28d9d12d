// Discriminator: a cell may have a critical point where each component changes its sign, is zero, or comes near to zero: the
// polynomials of flow/look.glsl go a little beyond the samples. Multiplied by 16, a float is exact or infinite.
// A component that is zero at all samples has no isolated zero, and where all are zero at two samples, there is a body in which
// nothing moves: see refine.frag.glsl.
#include "flow/vectors.glsl"

uint hpyr_count_at(ivec3 cell) {
    vec3 least = hpyr_flow_sample(cell), most = least;
    bool is_finite = hpyr_flow_is_finite(least);
    int zeros = hpyr_flow_is_zero(least) ? 1 : 0;
    for (int corner = 1; corner < 8; corner++) {
        vec3 v = hpyr_flow_sample(cell + ivec3(corner & 1, corner >> 1 & 1, corner >> 2));
        is_finite = is_finite && hpyr_flow_is_finite(v);
        zeros += hpyr_flow_is_zero(v) ? 1 : 0;
        least = min(least, v);
        most = max(most, v);
    }
    bool is_near = all(lessThanEqual(16.0 * least, most)) && all(greaterThanEqual(16.0 * most, least));
    return is_finite && is_near && zeros < 2 && all(lessThan(least, most)) ? 1u : 0u;
}
