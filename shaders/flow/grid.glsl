// The samples of a field, and where they are. Defines
//   ivec3 hpyr_flow_wrap(ivec3 at)     the sample at a place, which lies at most a period outside: behind the last sample of a periodic
//                                      axis comes the first one
//   vec3 hpyr_flow_place(vec3 at)      a place in the coordinates of the flow; `at` counts samples
uniform ivec3 u_hpyr_flow_samples;  // samples along x, y, z
uniform ivec3 u_hpyr_flow_periodic; // 1 where an axis is periodic, else 0
uniform vec3 u_hpyr_flow_origin;    // place of sample (0,0,0)
uniform vec3 u_hpyr_flow_spacing;

// Comparisons are faster than a division, and eight samples of each cell are asked for.
ivec3 hpyr_flow_wrap(ivec3 at) {
    ivec3 below = ivec3(lessThan(at, ivec3(0))), behind = ivec3(greaterThanEqual(at, u_hpyr_flow_samples));
    return at + u_hpyr_flow_periodic * u_hpyr_flow_samples * (below - behind);
}

vec3 hpyr_flow_place(vec3 at) {
    return u_hpyr_flow_origin + at * u_hpyr_flow_spacing;
}
