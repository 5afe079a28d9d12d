// The cells of features in the order of keys, and their responses, which are the keys of a sort.
#include "list/plane.glsl"
#include "image/cell.glsl"
uniform sampler2DArray u_responses;
out uvec4 o_cell;
out float o_response;

void main() {
    uint key = uint(hpyr_target_texel());
    o_cell = uvec4(0u);
    o_response = 0.0;
    if (key >= hpyr_node(ivec2(0), HPYR_TOP, 0).x) // the total, which the CPU does not know yet
        return;
    ivec3 pixel = pixel_of_cell(hpyr_point_at(key));
    float response = texelFetch(u_responses, pixel, 0).x;
    o_cell = uvec4(uvec3(pixel), floatBitsToUint(response));
    o_response = response;
}
