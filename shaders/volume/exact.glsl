// Reads the records of setup_exact.vert.glsl.
#include "core/texels.glsl"

uniform HPYR_BUFFER u_triangles;
uniform vec3 u_cells;  // number of cells along x, y, z
uniform vec3 u_quanta; // quanta in a cell along each axis

struct triangle {
    vec3 a, b, c, normal;
};

triangle triangle_at(int index) {
    vec4 a = HPYR_BUFFER_TEXEL(u_triangles, 3 * index), b = HPYR_BUFFER_TEXEL(u_triangles, 3 * index + 1),
         c = HPYR_BUFFER_TEXEL(u_triangles, 3 * index + 2);
    return triangle(a.xyz, b.xyz, c.xyz, vec3(a.w, b.w, c.w));
}

bool is_skipped(triangle t) {
    return t.a.x < -1.5e9;
}
