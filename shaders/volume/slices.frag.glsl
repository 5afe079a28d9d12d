// Marks the voxel where the triangle's plane passes the column, if it is in this slice and tile.
#include "volume/plane.glsl"
#include "volume/slice.glsl"

flat in ivec3 v_slice; // xy: corner of the tile; z: slice
in vec4 v_color;
uniform ivec3 u_volume;
out vec4 o_voxel;
void main() {
    vec2 column = gl_FragCoord.xy - vec2(v_slice.xy);
    bool inside = column.x >= 0.0 && column.y >= 0.0 && column.x < float(u_volume.x) && column.y < float(u_volume.y);
    if (!inside || slice_at(column) != v_slice.z)
        discard;
    o_voxel = vec4(v_color.rgb, 1.0);
}
