// First pass of triangle setup: captures the mesh, indexed or not, as three vertices a triangle.
layout(location = 0) in vec3 a_position;
layout(location = 1) in uint a_colour;
uniform bool u_coloured; // without colours every vertex is white
out vec3 v_position;
flat out uint v_colour;
void main() {
    v_position = a_position;
    v_colour = u_coloured ? a_colour : 0xFFFFFFFFu;
    gl_Position = vec4(0.0);
}
