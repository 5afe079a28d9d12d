// Writes refined seeds: two texels each, as hpyr_flow_seed has them.
uniform usampler2D u_kept;            // numbers of the candidates that are seeds
uniform usampler2D u_places, u_found; // see refine.frag.glsl
uniform int u_first, u_shift;         // first seed; lists have rows of 1 << u_shift
out uvec4 o_half;

ivec2 texel_of(int i) {
    return ivec2(i & ((1 << u_shift) - 1), i >> u_shift);
}

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int seed = u_first + (texel.y << u_shift) + (texel.x >> 1);
    ivec2 candidate = texel_of(int(texelFetch(u_kept, texel_of(seed), 0).x));
    if ((texel.x & 1) == 0)
        o_half = texelFetch(u_places, candidate, 0);
    else
        o_half = texelFetch(u_found, candidate, 0);
}
