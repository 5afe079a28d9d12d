// Covers every column that a triangle may touch by a rectangle, of two triangles, along its longest
// edge. For slivers too its area is at most about twice the triangle's plus a margin, while a
// rectangle along the axes may be far larger.
#include "volume/exact.glsl"

uniform float u_margin;      // 0.5: triangles touch a column; 0: they cover its centre
uniform vec2 u_slices;       // triangles below or above of these set no bits that are drawn
flat out vec4 v_a, v_b, v_c; // see setup_exact.vert.glsl

vec2 longest_of(vec2 e, vec2 f, vec2 g) {
    float ee = dot(e, e), ff = dot(f, f), gg = dot(g, g);
    vec2 longest = ee >= ff ? e : f;
    return max(ee, ff) >= gg ? longest : g;
}

void main() {
    int index = gl_VertexID / 6, corner = gl_VertexID % 6;
    triangle t = triangle_at(index);
    v_a = vec4(t.a, t.normal.x);
    v_b = vec4(t.b, t.normal.y);
    v_c = vec4(t.c, t.normal.z);
    vec2 along = longest_of(t.b.xy - t.a.xy, t.c.xy - t.b.xy, t.a.xy - t.c.xy);
    float size = length(along);
    vec2 u = size > 0.0 ? along / size : vec2(1.0, 0.0), v = vec2(-u.y, u.x);
    vec2 b = t.b.xy - t.a.xy, c = t.c.xy - t.a.xy;
    vec2 pu = vec2(dot(b, u), dot(c, u)), pv = vec2(dot(b, v), dot(c, v));
    float reach = u_margin * (abs(u.x) + abs(u.y)) + 0.015625; // rasterizers round to 1/256
    vec2 low = vec2(min(0.0, min(pu.x, pu.y)), min(0.0, min(pv.x, pv.y))) - reach;
    vec2 high = vec2(max(0.0, max(pu.x, pu.y)), max(0.0, max(pv.x, pv.y))) + reach;
    // The two triangles have corners 0 1 2 and 2 1 3 of the rectangle.
    bvec2 far = bvec2(corner == 1 || corner == 4 || corner == 5, corner == 2 || corner == 3 || corner == 5);
    vec2 at = mix(low, high, vec2(far));
    vec2 place = t.a.xy + at.x * u + at.y * v;
    vec2 unit = place / u_cells.xy * 2.0 - 1.0;
    // Far corners are inexact, and so is their rectangle: draw the whole volume.
    vec2 farthest = max(max(abs(t.a.xy), abs(t.b.xy)), abs(t.c.xy));
    if (any(greaterThan(farthest, 4.0 * u_cells.xy + 64.0)))
        unit = mix(vec2(-1.0), vec2(1.0), vec2(far));
    float lowest = min(t.a.z, min(t.b.z, t.c.z)), highest = max(t.a.z, max(t.b.z, t.c.z));
    float slack = 1e-6 * max(abs(lowest), abs(highest)); // fragments round heights
    bool reached = lowest - slack <= u_slices.y && highest + slack >= u_slices.x;
    gl_Position = is_skipped(t) || !reached ? vec4(-2.0, -2.0, 0.0, 1.0) : vec4(unit, 0.0, 1.0);
}
