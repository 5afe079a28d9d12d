// Lists columns of triangles, one a texel: triangle and column (see pack_column), first voxel,
// number of voxels. The next pyramid is built over the number of voxels.
#include <pyramid triangle_>
#include "volume/columns.glsl"

uniform uint u_first, u_keys; // first key of this chunk, number of its keys
uniform int u_row;            // triangles in a row of the texture of counts
out uvec4 o_column;
void main() {
    uint index = uint(gl_FragCoord.y) * uint(HPYR_LIST_ROW) + uint(gl_FragCoord.x);
    uvec4 point = triangle_point_at(u_first + min(index, u_keys - 1u));
    int number = int(point.y) * u_row + int(point.x);
    triangle t = triangle_at(number);
    int axis = axis_of(t);
    ivec4 columns = columns_of(t, axis);
    uint row = point.w / uint(max(columns.z, 1));
    ivec2 column = columns.xy + ivec2(uvec2(point.w - row * uint(columns.z), row));
    ivec2 run = run_of_column(t, axis, column);
    o_column = index < u_keys && run.y > run.x ? uvec4(pack_column(number, column), uint(run.x), uint(run.y - run.x))
                                               : uvec4(0u);
}
