// HistoPyramid Builder of layout BILINEAR (Ziegler et al. 2006, section 7.2; MPI-I-2006-4-002,
// section 6.4). A linear filter in the middle of 2x2 texels returns their average; four averages
// are their sum. Sides of mipmaps are powers of two, so the coordinates are exact. Where a side is
// one texel, the coordinate lies on it. The filter reads all of 2x2, so texels outside of the level
// were drawn as 0.
// u_hpyr_read: size of the level below, to which the texture is clamped.
#include "core/store_bilinear.glsl"

uniform HPYR_NODES u_hpyr_pyramid;
uniform ivec2 u_hpyr_read;
uniform vec2 u_hpyr_scale; // 1 / size of the mipmap below

#ifdef HPYR_INTEGERS
#    define HPYR_FILTERED(at) textureLod(u_hpyr_pyramid, at, 0.0)
#else
#    define HPYR_FILTERED(at) texture2D(u_hpyr_pyramid, at)
#endif

void main() {
    vec4 average = HPYR_FILTERED(min(2.0 * gl_FragCoord.xy * u_hpyr_scale, 1.0 - 0.5 * u_hpyr_scale));
    float children = (u_hpyr_scale.x < 1.0 ? 2.0 : 1.0) * (u_hpyr_scale.y < 1.0 ? 2.0 : 1.0);
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
    hpyr_store_sum(children * average, first.x < u_hpyr_read.x && first.y < u_hpyr_read.y);
}
