// Tells whether the runs of 32 items that the first pass of a sort writes are in order, one behind the other. Then the list is sorted: keys
// were out of place within their runs only. A vertex looks at the ends of sixteen runs, and draws a point into the mark's texel if an item
// there comes behind the next run's first one. The first vertex always draws its point, and so replaces the answer of the sort before.
#include "list/items.glsl"
uniform int u_first; // the first vertex of the draw looks at the ends of runs from 16 * u_first on
uniform int u_runs;
flat out uint v_disorder;

void main() {
    int vertex = u_first + gl_VertexID, run = vertex * 16 + 1, end = min(run + 16, u_runs);
    bool is_sorted = true;
    for (; is_sorted && run < end; run++)
        is_sorted = hpyr_keys(8 * run - 1).w <= hpyr_keys(8 * run).x;
    v_disorder = uint(!is_sorted);
    gl_Position = is_sorted && vertex > 0 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(0.0, 0.0, 0.0, 1.0);
    gl_PointSize = 1.0; // in OpenGL ES it is undefined if it is not written
}
