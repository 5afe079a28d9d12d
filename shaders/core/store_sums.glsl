// Writes a node of the running sums of its four children (MPI-I-2006-4-002, section 6.3). The
// last one is their total. add.glsl says how counts are added.
#include "core/add.glsl"

#ifdef HPYR_FLOAT_COUNTS
#    define HPYR_SUMS vec4
#else
#    define HPYR_SUMS uvec4
#endif
#ifdef HPYR_INTEGERS
out HPYR_SUMS o_sums;
#endif
void hpyr_store_children(HPYR_UINT a, HPYR_UINT b, HPYR_UINT c, HPYR_UINT d) {
    b = hpyr_add(a, b);
    c = hpyr_add(b, c);
    d = hpyr_add(c, d);
    HPYR_SUMS sums = HPYR_SUMS(hpyr_storable(a), hpyr_storable(b), hpyr_storable(c), hpyr_storable(d));
#ifdef HPYR_INTEGERS
    o_sums = sums;
#else
    gl_FragColor = sums;
#endif
}
