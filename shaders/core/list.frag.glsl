// The point list: texel i = y * u_width + x holds the point of key u_first + i, texels from u_count on are unused.
uniform uint u_first;
uniform uint u_count;
uniform uint u_width;
#ifdef HPYR_FLOAT_LIST
out vec4 o_point;
#define HPYR_UNUSED vec4(-1.0)
#define HPYR_RECORD vec4
#else
out uvec4 o_point;
#define HPYR_UNUSED uvec4(0xFFFFFFFFu)
#define HPYR_RECORD uvec4
#endif

void main() {
    uvec2 texel = uvec2(gl_FragCoord.xy);
    uint index = texel.y * u_width + texel.x;
    if (index >= u_count)
        o_point = HPYR_UNUSED;
    else
        o_point = HPYR_RECORD(hpyr_point_at(u_first + index));
}
