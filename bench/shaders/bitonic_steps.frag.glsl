// bitonic_steps.frag.glsl - one step of a bitonic sort: a pair stays, or becomes the one it is compared with.
// SPDX-License-Identifier: MIT
//
// FIRST reads the caller's buffers and compares nothing.
layout(location = 0) out uvec2 o_pair;

#if FIRST
uniform usamplerBuffer u_keys, u_values;
uniform uint u_count;
#else
uniform uint u_step, u_run; // distance of the two pairs, and length of the runs that are being made
#endif

void main() {
    uint i = position();
#if FIRST
    bool there = i < u_count;
    o_pair = there ? uvec2(texelFetch(u_keys, int(i)).x, texelFetch(u_values, int(i)).x) : uvec2(0xFFFFFFFFu);
#else
    uvec2 a = texel_at(i, 0u).xy, b = texel_at(i ^ u_step, 0u).xy;
    bool is_smaller = a.x < b.x || (a.x == b.x && a.y < b.y);
    bool takes_smaller = ((i & u_step) == 0u) == ((i & u_run) == 0u);
    o_pair = is_smaller == takes_smaller ? a : b;
#endif
}
