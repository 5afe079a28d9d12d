// Writes the base level of both pyramids: the vertices and the triangles of a block. The outputs
// `before` pack three running sums, nine bits each: of word 0, of words 0..1, of words 0..2.
// o_cells: for each word the three bits of its cells' numbers of triangles, and its signs.
// HPYR_COUNTS, HPYR_CELLS: what is written. It takes two passes where a pass has few render targets.
#include "isosurface/planes.glsl"

#ifdef HPYR_COUNTS
layout(location = 0) out uint o_vertices;
layout(location = 1) out uint o_triangles;
layout(location = 2) out uint o_vertices_before;
layout(location = 3) out uint o_triangles_before;
#endif
#if defined(HPYR_COUNTS) && defined(HPYR_CELLS)
layout(location = 4) out uvec4 o_cells0;
layout(location = 5) out uvec4 o_cells1;
layout(location = 6) out uvec4 o_cells2;
layout(location = 7) out uvec4 o_cells3;
#elif defined(HPYR_CELLS)
layout(location = 0) out uvec4 o_cells0;
layout(location = 1) out uvec4 o_cells1;
layout(location = 2) out uvec4 o_cells2;
layout(location = 3) out uvec4 o_cells3;
#endif

uint before_words(uvec4 counts) {
    return counts.x | ((counts.x + counts.y) << 9) | ((counts.x + counts.y + counts.z) << 18);
}

void main() {
    planes p = planes_of(block_at(ivec2(gl_FragCoord.xy)));
#ifdef HPYR_COUNTS
    uvec4 vertices = vertices_of(p), triangles = triangles_of(p);
    o_vertices = vertices.x + vertices.y + vertices.z + vertices.w;
    o_triangles = triangles.x + triangles.y + triangles.z + triangles.w;
    o_vertices_before = before_words(vertices);
    o_triangles_before = before_words(triangles);
#endif
#ifdef HPYR_CELLS
    o_cells0 = uvec4(p.t0.x, p.t1.x, p.t2.x, p.signs.x);
    o_cells1 = uvec4(p.t0.y, p.t1.y, p.t2.y, p.signs.y);
    o_cells2 = uvec4(p.t0.z, p.t1.z, p.t2.z, p.signs.z);
    o_cells3 = uvec4(p.t0.w, p.t1.w, p.t2.w, p.signs.w);
#endif
}
