// The vectors of a flow, from the caller's texture or from the caller's hpyr_flow_at. Defines
//   vec3 hpyr_flow_sample(ivec3 at)           the vector of a sample
//   bool hpyr_flow_is_finite(vec3 v)          no component is NaN or infinite; tests the bits, which no compiler optimizes away
//   bool hpyr_flow_is_zero(vec3 v)            all components are 0; tests the bits, since a GPU may take tiny numbers for 0
// It is part of a discriminator's GLSL: discriminate.glsl, which stands before it, defines hpyr_input_at.
#include <caller>
#include "flow/grid.glsl"

vec3 hpyr_flow_sample(ivec3 at) {
#ifdef HPYR_INPUT
    return hpyr_input_at(hpyr_flow_wrap(at)).xyz;
#else
    return hpyr_flow_at(hpyr_flow_place(vec3(hpyr_flow_wrap(at))));
#endif
}

bool hpyr_flow_is_zero(vec3 v) {
    uvec3 bits = floatBitsToUint(v);
    return ((bits.x | bits.y | bits.z) & 0x7FFFFFFFu) == 0u;
}

bool hpyr_flow_is_finite(vec3 v) {
    return all(lessThan(floatBitsToUint(v) & 0x7FFFFFFFu, uvec3(0x7F800000u)));
}
