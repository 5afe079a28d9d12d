// Second half of triangle setup, for fragments that decide by themselves what a triangle covers: one record a triangle, in
// cells, with x, y and z rounded to 1 / u_quanta, and its normal by exact integers, since it is what the corners of a sliver
// cancel to.
//   v_a, v_b, v_c = a corner, and a component of the normal; skipped triangles have a corner at -2e9
#include "volume/setup_cells.glsl"
#include "volume/integers.glsl"

uniform vec3 u_quanta; // of a cell along each axis, powers of two
out vec4 v_a, v_b, v_c;

vec3 to_cells(vec3 position) {
    return roundEven(cell_of(position) * u_quanta) / u_quanta; // past 2^24 quanta floats are whole already
}

vec3 normal_of(vec3 p, vec3 q, vec3 r) {
    // Out of the reach of integers, or of floats: the volume is far smaller than the triangle.
    if (any(greaterThan(max(max(abs(p), abs(q)), abs(r)) * u_quanta, vec3(EXACT))))
        return cross(q - p, r - p);
    ivec3 a = ivec3(p * u_quanta), e = ivec3(q * u_quanta) - a, f = ivec3(r * u_quanta) - a;
    vec3 n = vec3(to_float(cross_exact(e.y, f.z, e.z, f.y)), to_float(cross_exact(e.z, f.x, e.x, f.z)),
                  to_float(cross_exact(e.x, f.y, e.y, f.x)));
    return n / (u_quanta.yzx * u_quanta.zxy); // back to cells
}

void main() {
    vec3 p = to_cells(a_p), q = to_cells(a_q), r = to_cells(a_r), n = normal_of(p, q, r);
    // What has no area in quanta may still have one: it is drawn as the line or point that it is.
    bool skipped =
        !is_finite(p) || !is_finite(q) || !is_finite(r) || (n == vec3(0.0) && cross(a_q - a_p, a_r - a_p) == vec3(0.0));
    v_a = vec4(skipped ? vec3(-2e9) : p, n.x);
    v_b = vec4(q, n.y);
    v_c = vec4(r, n.z);
    gl_Position = vec4(0.0);
}
