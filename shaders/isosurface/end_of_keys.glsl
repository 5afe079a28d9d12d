// How many keys there are, which a caller that does not wait cannot say.
uniform usampler2D u_totals; // one texel: vertices, triangles
uniform bool u_waits;

uint end_of_keys() {
    return u_waits ? 0xFFFFFFFFu : texelFetch(u_totals, ivec2(0), 0).HPYR_TOTAL;
}
