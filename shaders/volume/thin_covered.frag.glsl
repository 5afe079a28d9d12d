// Does the same as thin.frag.glsl in those fragments of thin_covered.vert.glsl that the triangle covers.
#include <volume/channels.glsl, volume/words.glsl>
#include "volume/covered.glsl"
#include "volume/plane.glsl"
#include "volume/slice.glsl"

void main() {
    vec3 sides;
    if (!is_covered(gl_FragCoord.xy, sides))
        discard;
    int slice = slice_at(gl_FragCoord.xy);
    write_slice(slice >= 0 && slice < u_depth ? slice : -1);
}
