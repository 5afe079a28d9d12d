// Writes refined seeds: two texels each, as hpyr_flow_seed has them.
#include "flow/grid.glsl"

uniform usampler2D u_kept;            // numbers of the candidates that are seeds
uniform usampler2D u_places, u_found; // see refine.frag.glsl
uniform int u_first, u_last, u_shift; // first seed of the range, last seed of all; lists have rows of 1 << u_shift
out uvec4 o_half;

ivec2 texel_of(int i) {
    return ivec2(i & ((1 << u_shift) - 1), i >> u_shift);
}

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int seed = min(u_first + (texel.y << u_shift) + (texel.x >> 1), u_last); // u_kept holds nothing behind the last one
    ivec2 candidate = texel_of(int(texelFetch(u_kept, texel_of(seed), 0).x));
    o_half = texelFetch(u_found, candidate, 0);
    if ((texel.x & 1) == 0) {
        vec4 place = uintBitsToFloat(texelFetch(u_places, candidate, 0));
        o_half = floatBitsToUint(vec4(hpyr_flow_place(vec3(o_half.xyz) + place.xyz), place.w));
    }
}
