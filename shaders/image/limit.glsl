// The smallest response of a feature.
// HPYR_QUALITY: it is a part of the strongest response, which is a list of one entry. Else a number.
uniform float u_limit;
#ifdef HPYR_QUALITY
uniform sampler2D u_strongest;
float response_limit() {
    return u_limit * texelFetch(u_strongest, ivec2(0), 0).x;
}
#else
float response_limit() {
    return u_limit;
}
#endif
