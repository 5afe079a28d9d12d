// The samples of a field, and where they are. Defines
//   ivec3 hpyr_flow_wrap(ivec3 at)     the sample at a place: behind the last one of a periodic axis comes the first one
//   vec3 hpyr_flow_place(vec3 at)      a place in the coordinates of the flow; `at` counts samples
uniform ivec3 u_hpyr_flow_samples;  // samples along x, y, z
uniform ivec3 u_hpyr_flow_periodic; // 1 where an axis is periodic, else 0
uniform vec3 u_hpyr_flow_origin;    // place of sample (0,0,0)
uniform vec3 u_hpyr_flow_spacing;

ivec3 hpyr_flow_wrap(ivec3 at) {
    ivec3 above = at + 4 * u_hpyr_flow_samples; // GLSL leaves the quotient of a negative number undefined
    ivec3 wrapped = above - above / u_hpyr_flow_samples * u_hpyr_flow_samples;
    return u_hpyr_flow_periodic * wrapped + (1 - u_hpyr_flow_periodic) * at;
}

vec3 hpyr_flow_place(vec3 at) {
    return u_hpyr_flow_origin + at * u_hpyr_flow_spacing;
}
