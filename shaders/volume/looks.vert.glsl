// Captures normal (or position, if the mesh has no normals), texture coordinates and color.
// The mesh is that of mesh_attributes.glsl or of mesh_fetched.glsl.
#include <volume/mesh_attributes.glsl, volume/mesh_fetched.glsl>
uniform bool u_colored, u_has_normals, u_has_texcoords;
out vec4 v_look0, v_look1;
void main() {
    uvec3 codes = (uvec3(color_of_vertex()) >> uvec3(0u, 8u, 16u)) & 255u;
    vec3 color = u_colored ? vec3(codes) / 255.0 : vec3(1.0);
    vec2 texcoord = u_has_texcoords ? texcoord_of_vertex() : vec2(0.0);
    v_look0 = vec4(u_has_normals ? normal_of_vertex() : position_of_vertex(), texcoord.x);
    v_look1 = vec4(texcoord.y, color);
    gl_Position = vec4(0.0);
}
