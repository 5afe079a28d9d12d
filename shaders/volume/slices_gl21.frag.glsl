// Does the same as slices.frag.glsl. GLSL 1.20 has no flat inputs, and may interpolate three equal
// values to a slightly different one, which would be another plane. So only the place of the plane
// is interpolated and rounded, and its two texels are fetched.
#include "volume/plane.glsl"

uniform sampler2D u_planes;
uniform vec2 u_planes_scale; // 1 / size of that texture
uniform vec2 u_volume;       // width and height of a slice
uniform vec3 u_slice;        // xy: corner of the tile; z: slice
varying vec2 v_record;
varying vec4 v_color;
void main() {
    vec2 column = gl_FragCoord.xy - u_slice.xy, texel = floor(v_record + 0.5) * vec2(2.0, 1.0) + 0.5;
    vec4 plane = texture2D(u_planes, texel * u_planes_scale);
    vec4 first = texture2D(u_planes, (texel + vec2(1.0, 0.0)) * u_planes_scale);
    bool inside = column.x >= 0.0 && column.y >= 0.0 && column.x < u_volume.x && column.y < u_volume.y;
    if (!inside || slice_of(plane, first.xyz, column) != u_slice.z)
        discard;
    gl_FragColor = vec4(v_color.rgb, 1.0);
}
