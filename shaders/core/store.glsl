// Writes a node of one count; add.glsl says how counts are added.
// HPYR_COUNT: type of the stored count.
#include "core/add.glsl"

#ifdef HPYR_INTEGERS
out HPYR_COUNT o_count;
#endif
void hpyr_store(HPYR_UINT count) {
#ifdef HPYR_INTEGERS
    o_count = hpyr_storable(count);
#else
    gl_FragColor = vec4(hpyr_storable(count));
#endif
}

void hpyr_store_children(HPYR_UINT a, HPYR_UINT b, HPYR_UINT c, HPYR_UINT d) {
    hpyr_store(hpyr_add(hpyr_add(a, b), hpyr_add(c, d)));
}
