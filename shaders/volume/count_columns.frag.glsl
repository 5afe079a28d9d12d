// How many columns each triangle spans: the first general counts of hpyr_voxelizer_attributes.
uniform int u_count; // triangles
out uint o_count;
void main() {
    int index = int(gl_FragCoord.y) * HPYR_ROW + int(gl_FragCoord.x);
    triangle t = triangle_at(min(index, u_count - 1));
    ivec4 columns = columns_of(t, axis_of(t));
    bool exists = index < u_count && !is_skipped(t) && columns.z > 0 && columns.w > 0;
    o_count = exists ? uint(columns.z) * uint(columns.w) : 0u;
}
