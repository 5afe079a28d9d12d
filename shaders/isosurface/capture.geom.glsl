// Geometry-shader expansion (Dyken et al. 2008, section 5): a traversal for each active cell emits
// its triangles, here vertex by vertex. HPYR_NO_WAIT: keys may pass the total.
#include "core/keys.glsl"
#include "isosurface/expand.glsl"
#include "isosurface/total.glsl"

layout(points) in;
layout(points, max_vertices = 15) out;
flat in int v_id[];
out vec3 v_position, v_normal;
uniform uint u_first_cell; // the cell whose first u_skipped vertices are not wanted
uniform int u_skipped;

void main() {
    uint key = hpyr_key_of_vertex(v_id[0]);
#ifdef HPYR_NO_WAIT
    if (!hpyr_has_key(key))
        return;
#endif
    int count = hpyr_cell_vertices(key);
    for (int i = key == u_first_cell ? u_skipped : 0; i < count; i++) {
        hpyr_cell_vertex(i, v_position, v_normal);
        gl_Position = vec4(0.0);
        EmitVertex();
    }
}
