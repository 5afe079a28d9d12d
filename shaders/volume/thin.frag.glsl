// Fill THIN (Ziegler et al. 2006, section 9) with one bit a slice: every fragment ORs in one voxel.
// Its bits are those of words.glsl or of channels.glsl, as in the other fills.
#include <volume/channels.glsl, volume/words.glsl>
#include "volume/plane.glsl"
#include "volume/slice.glsl"

void main() {
    int slice = slice_at(gl_FragCoord.xy);
    write_slice(slice >= 0 && slice < u_depth ? slice : -1);
}
