// Discriminator: a cell may have a critical point where each component changes its sign, or is zero.
#include "flow/vectors.glsl"

uint hpyr_count_at(ivec3 cell) {
    vec3 least = hpyr_flow_sample(cell), most = least;
    bool is_finite = hpyr_flow_is_finite(least);
    for (int corner = 1; corner < 8; corner++) {
        vec3 v = hpyr_flow_sample(cell + ivec3(corner & 1, corner >> 1 & 1, corner >> 2));
        is_finite = is_finite && hpyr_flow_is_finite(v);
        least = min(least, v);
        most = max(most, v);
    }
    bool changes = all(lessThanEqual(least, vec3(0.0))) && all(greaterThanEqual(most, vec3(0.0)));
    return is_finite && changes ? 1u : 0u;
}
