// Candidates of fill THIN: two for every column in the rectangle of a triangle (columns_thin.glsl).
#include <pyramid triangle_>
#include "volume/columns_thin.glsl"
#include "volume/nearest.glsl"

uniform int u_row; // triangles in a row of the texture of counts

int candidate_at(out triangle t, out ivec3 cell) {
    uvec4 point = triangle_point_at(triangle_key_of_vertex(gl_VertexID));
    int index = int(point.y) * u_row + int(point.x);
    t = triangle_at(index);
    sheet s = sheet_at(index);
    ivec4 columns = columns_of(s);
    uint row = point.w / uint(max(columns.z, 1));
    ivec2 column = columns.xy + ivec2(uvec2(point.w - row * uint(columns.z), row));
    vec2 center = vec2(column) + 0.5;
    int slice = covers(s, center) ? slice_of_sheet(s, center, gl_InstanceID == 1) : -1;
    cell = ivec3(column, max(slice, 0));
    return slice < 0 ? -1 : index;
}

bool is_near(float distance_squared) {
    return true; // a triangle may color every voxel that it may mark
}
