// Covers every column that a triangle may touch by a rectangle, of two triangles, along its longest
// edge. For slivers too its area is at most about twice the triangle's plus a margin, while a
// rectangle along the axes may be far larger.
uniform float u_slack; // in cells; rounding by the rasterizer and of floats moves an edge by less

vec2 longest_of(vec2 e, vec2 f, vec2 g) {
    float ee = dot(e, e), ff = dot(f, f), gg = dot(g, g);
    vec2 longest = ee >= ff ? e : f;
    return max(ee, ff) >= gg ? longest : g;
}

// Returns the place of vertex 0 to 5 in cells, of a volume of so many. `margin` is how far the
// triangle reaches along x and along y: 0.5 if it touches a column, 0 if it covers its center.
vec2 rectangle_vertex(vec2 a, vec2 b, vec2 c, vec2 cells, float margin, int vertex) {
    vec2 along = longest_of(b - a, c - b, a - c);
    float size = length(along);
    vec2 u = size > 0.0 ? along / size : vec2(1.0, 0.0), v = vec2(-u.y, u.x);
    vec2 e = b - a, f = c - a;
    vec2 pu = vec2(dot(e, u), dot(f, u)), pv = vec2(dot(e, v), dot(f, v));
    float reach = margin * (abs(u.x) + abs(u.y)) + u_slack;
    vec2 low = vec2(min(0.0, min(pu.x, pu.y)), min(0.0, min(pv.x, pv.y))) - reach;
    vec2 high = vec2(max(0.0, max(pu.x, pu.y)), max(0.0, max(pv.x, pv.y))) + reach;
    // The two triangles have corners 0 1 2 and 2 1 3 of the rectangle.
    bvec2 far = bvec2(vertex == 1 || vertex == 4 || vertex == 5, vertex == 2 || vertex == 3 || vertex == 5);
    vec2 at = mix(low, high, vec2(far));
    vec2 place = a + at.x * u + at.y * v;
    // Far corners are inexact, and so is their rectangle: draw the whole volume.
    vec2 farthest = max(max(abs(a), abs(b)), abs(c));
    if (any(greaterThan(farthest, 4.0 * cells + 64.0)))
        place = mix(vec2(0.0), cells, vec2(far));
    return place;
}
