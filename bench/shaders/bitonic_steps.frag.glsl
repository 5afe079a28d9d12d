// bitonic_steps.frag.glsl - one step of a bitonic sort: a pair stays, or becomes the one it is compared with.
// SPDX-License-Identifier: MIT
//
// WIDTH_BITS is log2 of the texture's width. FIRST reads the caller's buffers and compares nothing.
layout(location = 0) out uvec2 o_pair;

#if FIRST
uniform usamplerBuffer u_keys, u_values;
uniform uint u_count;
#else
uniform usampler2D u_pairs;
uniform uint u_step, u_run; // distance of the two pairs, and length of the runs that are being made
#endif

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    uint i = at.y << uint(WIDTH_BITS) | at.x;
#if FIRST
    bool there = i < u_count;
    o_pair = there ? uvec2(texelFetch(u_keys, int(i)).x, texelFetch(u_values, int(i)).x) : uvec2(0xFFFFFFFFu);
#else
    uint j = i ^ u_step;
    uvec2 a = texelFetch(u_pairs, ivec2(at), 0).xy;
    uvec2 b = texelFetch(u_pairs, ivec2(j & ((1u << uint(WIDTH_BITS)) - 1u), j >> uint(WIDTH_BITS)), 0).xy;
    bool is_smaller = a.x < b.x || (a.x == b.x && a.y < b.y);
    bool takes_smaller = ((i & u_step) == 0u) == ((i & u_run) == 0u);
    o_pair = is_smaller == takes_smaller ? a : b;
#endif
}
