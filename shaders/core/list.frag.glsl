// Writes the point list: texel i = y * u_width + x receives the point of key u_first + i.
// Texels from u_count on are marked as unused.
#include "core/keys.glsl"
uniform HPYR_UINT u_first;
uniform HPYR_UINT u_count;
uniform HPYR_UINT u_width;
#if defined(HPYR_FLOAT_LIST) || !defined(HPYR_INTEGERS)
#    define HPYR_UNUSED vec4(-1.0)
#    define HPYR_RECORD vec4
#else
#    define HPYR_UNUSED uvec4(0xFFFFFFFFu)
#    define HPYR_RECORD uvec4
#endif
#ifdef HPYR_INTEGERS
out HPYR_RECORD o_point;
#else
#    define o_point gl_FragColor
#endif

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    HPYR_UINT index = HPYR_UINT(texel.y) * u_width + HPYR_UINT(texel.x);
    if (index >= u_count)
        o_point = HPYR_UNUSED;
    else
        o_point = HPYR_RECORD(hpyr_point_at(u_first + index));
}
