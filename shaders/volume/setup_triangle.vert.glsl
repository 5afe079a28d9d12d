// Second half: one point a triangle, which writes its three vertices with the triangle's plane in each. A fragment then
// evaluates the plane by itself, relative to the first vertex, and gets the same depth wherever it is drawn.
//   A = x, y of this vertex; x, y of the first      B = slope of z along x and y; z of the first; lowest z      C = highest z
layout(location = 0) in vec3 a_p;
layout(location = 1) in vec3 a_q;
layout(location = 2) in vec3 a_r;
layout(location = 3) in uint a_colour_p;
layout(location = 4) in uint a_colour_q;
layout(location = 5) in uint a_colour_r;
out vec4 v_a0, v_a1, v_a2, v_b0, v_b1, v_b2;
out float v_c0, v_c1, v_c2;
flat out uint v_d0, v_d1, v_d2;

bool is_finite(vec3 v) {
    return all(lessThan(abs(v), vec3(1e9))); // past that there is no volume, and NaN compares false
}

void main() {
    vec3 e = a_q - a_p, f = a_r - a_p;
    float area = e.x * f.y - e.y * f.x;
    vec2 slope = vec2(e.z * f.y - e.y * f.z, e.x * f.z - e.z * f.x) / area;
    float lowest = min(a_p.z, min(a_q.z, a_r.z)), highest = max(a_p.z, max(a_q.z, a_r.z));
    if (area == 0.0 || !is_finite(a_p) || !is_finite(a_q) || !is_finite(a_r)) {
        slope = vec2(0.0); // an empty range: in no slice
        lowest = 1.0;
        highest = -1.0;
    }
    v_a0 = vec4(a_p.xy, a_p.xy);
    v_a1 = vec4(a_q.xy, a_p.xy);
    v_a2 = vec4(a_r.xy, a_p.xy);
    v_b0 = v_b1 = v_b2 = vec4(slope, a_p.z, lowest);
    v_c0 = v_c1 = v_c2 = highest;
    v_d0 = a_colour_p;
    v_d1 = a_colour_q;
    v_d2 = a_colour_r;
    gl_Position = vec4(0.0);
}
