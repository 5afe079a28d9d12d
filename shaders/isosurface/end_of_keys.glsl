// Returns the number of keys for a caller that does not wait for it, and so cannot set u_end right.
// HPYR_TOTAL: component of u_totals with that number; undefined for a caller that waits.
#ifdef HPYR_TOTAL
uniform usampler2D u_totals; // r: vertices; g: triangles
#endif

uint end_of_keys() {
#ifdef HPYR_TOTAL
    return texelFetch(u_totals, ivec2(0), 0).HPYR_TOTAL;
#else
    return 0xFFFFFFFFu;
#endif
}
