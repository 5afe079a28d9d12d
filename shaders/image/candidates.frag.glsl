// Features of a range of keys: their keys, and their responses, by which a sort orders them. They go
// behind those that the list has already.
#include "core/keys.glsl"
#include "list/plane.glsl"
#include "image/cell.glsl"
uniform sampler2DArray u_responses;
uniform ivec2 u_first; // the first entry that is written, and its key
layout(location = 0) out uint o_key;
layout(location = 1) out float o_response;

void main() {
    o_key = uint(u_first.y + hpyr_target_texel() - u_first.x);
    o_response = 0.0;
    if (o_key >= hpyr_node(ivec2(0), HPYR_TOP, 0).x) // the total, which the CPU may not know yet
        return;
    o_response = texelFetch(u_responses, pixel_of_cell(hpyr_point_at(o_key)), 0).x;
}
