// First half of triangle setup: vertices to cells, captured as a soup whatever the mesh's indices are. x and y are rounded to
// the 1/256 cell that rasterizers work with, so that a triangle covers the same columns at every place of a texture and on
// every GL with at least 8 subpixel bits.
layout(location = 0) in vec3 a_position;
layout(location = 1) in uint a_colour;
uniform mat4 u_transform; // to [-1,1]^3
uniform vec3 u_cells;     // cells along x, y, z
uniform bool u_coloured;  // without colours every vertex is white
out vec3 v_cell;
flat out uint v_colour;
void main() {
    vec3 cell = ((u_transform * vec4(a_position, 1.0)).xyz * 0.5 + 0.5) * u_cells;
    v_cell = vec3(roundEven(cell.xy * 256.0) / 256.0, cell.z);
    v_colour = u_coloured ? a_colour : 0xFFFFFFFFu;
    gl_Position = vec4(0.0);
}
