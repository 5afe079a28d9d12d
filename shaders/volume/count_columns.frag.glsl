// Counts the columns of each triangle, for the first pyramid of hpyr_voxelizer_attributes.
#include <volume/columns.glsl, volume/columns_thin.glsl>
uniform int u_count; // triangles of the batch
uniform int u_row;   // triangles in a row
out uint o_count;
void main() {
    int index = int(gl_FragCoord.y) * u_row + int(gl_FragCoord.x);
    ivec4 columns = columns_of_triangle(min(index, u_count - 1));
    bool exists = index < u_count && columns.z > 0 && columns.w > 0;
    o_count = exists ? uint(columns.z) * uint(columns.w) : 0u;
}
