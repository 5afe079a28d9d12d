// Second pass of triangle setup, for fragments that decide what a triangle covers. It captures one
// record a triangle, in cells, with corners rounded to 1 / u_quanta. The normal is computed in
// exact integers, because the corners of a sliver nearly cancel.
//   v_a, v_b, v_c = a corner, and a component of the normal; -2e9 in a skipped triangle
#include "volume/setup_cells.glsl"
#include "volume/integers.glsl"

uniform vec3 u_quanta; // quanta in a cell along x, y, z: powers of two
out vec4 v_a, v_b, v_c;

vec3 to_cells(vec3 position) {
    return roundEven(cell_of(position) * u_quanta) / u_quanta; // floats above 2^24 are whole
}

vec3 normal_of(vec3 p, vec3 q, vec3 r) {
    // The triangle is far larger than the volume, and passes the range of exact integers.
    if (any(greaterThan(max(max(abs(p), abs(q)), abs(r)) * u_quanta, vec3(EXACT))))
        return cross(q - p, r - p);
    ivec3 a = ivec3(p * u_quanta), e = ivec3(q * u_quanta) - a, f = ivec3(r * u_quanta) - a;
    vec3 n = vec3(to_float(cross_exact(e.y, f.z, e.z, f.y)), to_float(cross_exact(e.z, f.x, e.x, f.z)),
                  to_float(cross_exact(e.x, f.y, e.y, f.x)));
    return n / (u_quanta.yzx * u_quanta.zxy); // from quanta to cells
}

void main() {
    vec3 p = to_cells(a_p), q = to_cells(a_q), r = to_cells(a_r), n = normal_of(p, q, r);
    // A triangle that loses its area by the rounding is still drawn, as a line or a point.
    bool skipped =
        !is_finite(p) || !is_finite(q) || !is_finite(r) || (n == vec3(0.0) && cross(a_q - a_p, a_r - a_p) == vec3(0.0));
    v_a = vec4(skipped ? vec3(-2e9) : p, n.x);
    v_b = vec4(q, n.y);
    v_c = vec4(r, n.z);
    gl_Position = vec4(0.0);
}
