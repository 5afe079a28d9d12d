// How many keys there are, which a caller that does not wait cannot say. HPYR_TOTAL: which of the totals, for that caller alone.
#ifdef HPYR_TOTAL
uniform usampler2D u_totals; // one texel: vertices, triangles
#endif

uint end_of_keys() {
#ifdef HPYR_TOTAL
    return texelFetch(u_totals, ivec2(0), 0).HPYR_TOTAL;
#else
    return 0xFFFFFFFFu;
#endif
}
