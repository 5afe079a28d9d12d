// What every layout's traversal offers, after its own
//   HPYR_UVEC4 hpyr_select(HPYR_UINT key)          the cell that owns a key, and which of its outputs that is
//   HPYR_UINT hpyr_first_output(ivec3 cell)        key of a cell's first output
//   HPYR_UINT hpyr_outputs(ivec3 cell)             outputs of a cell
// HPYR_CLONES: an output has more than one key (report, section 6.2). Their number is a uniform: one program for all.
uniform HPYR_UINT u_hpyr_total;
uniform HPYR_UINT u_hpyr_first_key; // of the chunk that hpyr_pyramid_draw draws
uniform int u_hpyr_vertices;        // vertices for every key

// a / b in whole numbers, and what is left. A float quotient may be one off.
HPYR_UINT hpyr_divide(HPYR_UINT a, HPYR_UINT b, out HPYR_UINT rest) {
#ifdef HPYR_INTEGERS
    uint quotient = a / b;
    rest = a - quotient * b;
#else
    float quotient = floor(a / b);
    rest = a - quotient * b;
    if (rest < 0.0) {
        quotient -= 1.0;
        rest += b;
    } else if (rest >= b) {
        quotient += 1.0;
        rest -= b;
    }
#endif
    return quotient;
}

HPYR_UINT hpyr_total() {
    return u_hpyr_total;
}

HPYR_UINT hpyr_key_of_vertex(int vertex) {
    HPYR_UINT rest;
    return u_hpyr_first_key + hpyr_divide(HPYR_UINT(vertex), HPYR_UINT(u_hpyr_vertices), rest);
}

#ifdef HPYR_CLONES
uniform HPYR_UINT u_hpyr_clones;

HPYR_UVEC4 hpyr_point_at(HPYR_UINT key) {
    HPYR_UINT clone;
    HPYR_UVEC4 point = hpyr_select(hpyr_divide(key, u_hpyr_clones, clone));
    point.w = point.w * u_hpyr_clones + clone;
    return point;
}

HPYR_UINT hpyr_rank(ivec3 cell) {
    return hpyr_first_output(cell) * u_hpyr_clones;
}

HPYR_UINT hpyr_count(ivec3 cell) {
    return hpyr_outputs(cell) * u_hpyr_clones;
}
#else
HPYR_UVEC4 hpyr_point_at(HPYR_UINT key) {
    return hpyr_select(key);
}

HPYR_UINT hpyr_rank(ivec3 cell) {
    return hpyr_first_output(cell);
}

HPYR_UINT hpyr_count(ivec3 cell) {
    return hpyr_outputs(cell);
}
#endif
