// A fragment's voxel is floor(z) of its triangle's plane at the pixel centre; only this slice's stay, and only in its tile.
#include "volume/plane.glsl"
#include "volume/slice.glsl"

flat in ivec3 v_slice; // corner of the tile, slice
in vec4 v_colour;
uniform ivec3 u_volume;
out vec4 o_voxel;
void main() {
    vec2 column = gl_FragCoord.xy - vec2(v_slice.xy);
    bool inside = column.x >= 0.0 && column.y >= 0.0 && column.x < float(u_volume.x) && column.y < float(u_volume.y);
    if (!inside || slice_at(column) != v_slice.z)
        discard;
    o_voxel = vec4(v_colour.rgb, 1.0);
}
