// First pass of triangle setup: captures the mesh, indexed or not, as three vertices a triangle.
// The mesh is that of mesh_attributes.glsl or of mesh_fetched.glsl.
#include <volume/mesh_attributes.glsl, volume/mesh_fetched.glsl>
uniform bool u_colored; // without colors every vertex is white
out vec3 v_position;
flat out uint v_color;
void main() {
    v_position = position_of_vertex();
    v_color = u_colored ? color_of_vertex() : 0xFFFFFFFFu;
    gl_Position = vec4(0.0);
}
