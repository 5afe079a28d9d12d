// Draws a rectangle around each triangle, so that its fragments decide what it covers.
#include "volume/exact.glsl"
#include "volume/rectangle.glsl"

uniform float u_margin;      // 0.5: triangles touch a column; 0: they cover its center
uniform vec2 u_slices;       // triangles below or above of these set no bits that are drawn
flat out vec4 v_a, v_b, v_c; // see setup_exact.vert.glsl

void main() {
    triangle t = triangle_at(gl_VertexID / 6);
    v_a = vec4(t.a, t.normal.x);
    v_b = vec4(t.b, t.normal.y);
    v_c = vec4(t.c, t.normal.z);
    vec2 place = rectangle_vertex(t.a.xy, t.b.xy, t.c.xy, u_cells.xy, u_margin, gl_VertexID % 6);
    float lowest = min(t.a.z, min(t.b.z, t.c.z)), highest = max(t.a.z, max(t.b.z, t.c.z));
    float slack = 1e-6 * max(abs(lowest), abs(highest)); // fragments round heights
    bool reached = lowest - slack <= u_slices.y && highest + slack >= u_slices.x;
    gl_Position =
        is_skipped(t) || !reached ? vec4(-2.0, -2.0, 0.0, 1.0) : vec4(place / u_cells.xy * 2.0 - 1.0, 0.0, 1.0);
}
