// Does the same as thin.vert.glsl where rasterizers round corners to less than 1/256 cell: draws a
// rectangle around each triangle, so that its fragments decide what it covers.
#include "volume/edges.glsl"
#include "volume/rectangle.glsl"
#include "volume/sheets.glsl"

uniform vec3 u_cells;
uniform vec2 u_slices; // first slice of the drawn layers, end
flat out vec4 v_plane;
flat out vec3 v_first;
void main() {
    int index = gl_VertexID / 6;
    vec2 range = range_of_sheet(index);
    gl_Position = vec4(-2.0, -2.0, 0.0, 1.0);
    if (!(range.x <= range.y && range.y >= u_slices.x && range.x < u_slices.y))
        return; // most triangles, if the volume is drawn in parts
    sheet s = sheet_at(index);
    v_plane = s.plane;
    v_first = s.first;
    vec2 place = rectangle_vertex(s.a, s.b, s.c, u_cells.xy, 0.0, gl_VertexID % 6);
    if (write_edges(s.a, s.b, s.c))
        gl_Position = vec4(place / u_cells.xy * 2.0 - 1.0, 0.0, 1.0);
}
