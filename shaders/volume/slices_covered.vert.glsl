// Does the same as slices.vert.glsl where rasterizers round corners to less than 1/256 cell: draws a
// rectangle around each triangle, so that its fragments decide what it covers.
#include "volume/edges.glsl"
#include "volume/rectangle.glsl"
#include "volume/sheets.glsl"

uniform ivec3 u_volume; // width and height of a slice, tiles in a row
uniform vec4 u_scale;   // xy: 2 / size of the texture
flat out vec4 v_plane;
flat out vec3 v_first;
flat out ivec3 v_slice;  // xy: corner of the tile; z: slice
flat out ivec3 v_colors; // of the corners: red, green and blue, eight bits each
void main() {
    int slice = gl_InstanceID, index = gl_VertexID / 6;
    vec2 range = range_of_sheet(index);
    gl_Position = vec4(-2.0, -2.0, 0.0, 1.0);
    if (!(range.x <= range.y && floor(range.x) <= float(slice) && float(slice) <= floor(range.y)))
        return; // most triangles
    ivec2 corner = ivec2(slice % u_volume.z, slice / u_volume.z) * u_volume.xy;
    sheet s = sheet_at(index);
    v_plane = s.plane;
    v_first = s.first;
    v_slice = ivec3(corner, slice);
    v_colors = ivec3(color_of_sheet(index, 0), color_of_sheet(index, 1), color_of_sheet(index, 2));
    vec2 place = rectangle_vertex(s.a, s.b, s.c, vec2(u_volume.xy), 0.0, gl_VertexID % 6);
    if (write_edges(s.a, s.b, s.c))
        gl_Position = vec4((place + vec2(corner)) * u_scale.xy - 1.0, 0.0, 1.0);
}
