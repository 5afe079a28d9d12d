// The public functions of every layout. They stand on three functions of the layout:
//   HPYR_UVEC4 hpyr_select(HPYR_UINT key)          cell that owns the key in xyz, remainder in w
//   HPYR_UINT hpyr_first_output(ivec3 cell)        key of the cell's first output
//   HPYR_UINT hpyr_outputs(ivec3 cell)             number of the cell's outputs
// HPYR_CLONES: an output has u_hpyr_clones keys instead of one (MPI-I-2006-4-002, section 6.2).
#include <core/traversal_*.glsl>
uniform HPYR_UINT u_hpyr_first_key; // first key of the chunk that is drawn
uniform int u_hpyr_vertices;        // vertices for each key

// Divides whole numbers. The quotient of two floats may be wrong by one, and is corrected.
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
