// Second pass of triangle setup, for rasterizing. It captures the three vertices of a triangle in
// cells, each with the triangle's plane. A fragment evaluates the plane relative to the first
// vertex, so its depth is the same wherever it is drawn. x and y are rounded to the 1/256 cell of
// rasterizers, so that a triangle covers the same columns at every place of a texture, and on every
// GL: where one has less than 8 subpixel bits, fragments decide (edges.glsl).
// HPYR_FETCHED: records are fetched as floats, and colors are numbers of 24 bits.
//   v_a = x, y of this vertex; x, y of the first      v_c = highest z      v_d = color
//   v_b = slope of z along x and y; z of the first vertex; lowest z
#include "volume/setup_cells.glsl"

layout(location = 3) in uint a_color_p;
layout(location = 4) in uint a_color_q;
layout(location = 5) in uint a_color_r;
out vec4 v_a0, v_a1, v_a2, v_b0, v_b1, v_b2;
out float v_c0, v_c1, v_c2;
#ifdef HPYR_FETCHED
#    define HPYR_COLOR_TYPE  float
#    define HPYR_COLOR(bits) float((bits)&0xFFFFFFu)
#else
#    define HPYR_COLOR_TYPE  uint
#    define HPYR_COLOR(bits) bits
#endif
flat out HPYR_COLOR_TYPE v_d0, v_d1, v_d2;

vec3 to_cells(vec3 position) {
    vec3 cell = cell_of(position);
    return vec3(roundEven(cell.xy * 256.0) / 256.0, cell.z);
}

void main() {
    vec3 p = to_cells(a_p), q = to_cells(a_q), r = to_cells(a_r);
    vec3 e = q - p, f = r - p;
    float area = e.x * f.y - e.y * f.x;
    vec2 slope = vec2(e.z * f.y - e.y * f.z, e.x * f.z - e.z * f.x) / area;
    float lowest = min(p.z, min(q.z, r.z)), highest = max(p.z, max(q.z, r.z));
    if (area == 0.0 || !is_finite(p) || !is_finite(q) || !is_finite(r)) {
        slope = vec2(0.0); // an empty range, which no slice meets
        lowest = 1.0;
        highest = -1.0;
    }
    v_a0 = vec4(p.xy, p.xy);
    v_a1 = vec4(q.xy, p.xy);
    v_a2 = vec4(r.xy, p.xy);
    v_b0 = v_b1 = v_b2 = vec4(slope, p.z, lowest);
    v_c0 = v_c1 = v_c2 = highest;
    v_d0 = HPYR_COLOR(a_color_p);
    v_d1 = HPYR_COLOR(a_color_q);
    v_d2 = HPYR_COLOR(a_color_r);
    gl_Position = vec4(0.0);
}
