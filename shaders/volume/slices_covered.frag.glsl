// Does the same as slices.frag.glsl in those fragments of slices_covered.vert.glsl that the triangle
// covers.
#include "volume/covered.glsl"
#include "volume/plane.glsl"
#include "volume/slice.glsl"

flat in ivec3 v_slice; // xy: corner of the tile; z: slice
flat in ivec3 v_colors;
uniform ivec3 u_volume;
out vec4 o_voxel;

vec3 color_of(int bits) {
    return vec3((ivec3(bits) >> ivec3(0, 8, 16)) & 255);
}

void main() {
    vec2 column = gl_FragCoord.xy - vec2(v_slice.xy);
    bool inside = column.x >= 0.0 && column.y >= 0.0 && column.x < float(u_volume.x) && column.y < float(u_volume.y);
    vec3 sides;
    if (!inside || !is_covered(column, sides) || slice_at(column) != v_slice.z)
        discard;
    vec3 sum = sides.x * color_of(v_colors.x) + sides.y * color_of(v_colors.y) + sides.z * color_of(v_colors.z);
    o_voxel = vec4(sum / (255.0 * (sides.x + sides.y + sides.z)), 1.0);
}
