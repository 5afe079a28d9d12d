// Writes seeds that need no refinement: two texels each, as hpyr_flow_seed has them. The discriminator's GLSL, which comes
// with discriminate.glsl, defines hpyr_flow_value and hpyr_flow_place.
#include "core/discriminate.glsl"

uniform usampler2D u_cells; // a list of cells
uniform float u_middle;     // where in its cell a seed lies
out uvec4 o_half;

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    uvec4 cell = texelFetch(u_cells, ivec2(texel.x >> 1, texel.y), 0);
    ivec3 at = ivec3(cell.xyz);
    if ((texel.x & 1) == 0)
        o_half = floatBitsToUint(vec4(hpyr_flow_place(vec3(at) + u_middle), hpyr_flow_value(at)));
    else
        o_half = uvec4(cell.xyz, 0u);
}
