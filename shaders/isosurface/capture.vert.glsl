// Vertex-shader expansion (Dyken et al. 2008, section 5): one traversal for each vertex.
// HPYR_NO_WAIT: keys may pass the total.
#include "core/keys.glsl"
#include "isosurface/expand.glsl"
#include "isosurface/total.glsl"

out vec3 v_position, v_normal;

void main() {
    uint key = hpyr_key_of_vertex(gl_VertexID);
    v_position = v_normal = vec3(0.0);
#ifdef HPYR_NO_WAIT
    if (hpyr_has_key(key))
#endif
        hpyr_vertex_at(key, v_position, v_normal);
    gl_Position = vec4(0.0);
}
