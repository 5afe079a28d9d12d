// Gray values of an image, as corners read them.
// HPYR_GRAY: 0 four pixels of a row in a word, a byte each; 1 four pixels in a texel of floats.
#include "image/gray.glsl"
uniform vec2 u_scale; // 1 / size of the image

// Beyond the last column the nearest filter finds the last pixel again.
vec4 four_pixels() {
    vec2 at = (floor(gl_FragCoord.xy) * vec2(4.0, 1.0) + vec2(2.5, 0.5)) * u_scale;
    return vec4(gray_of(textureLodOffset(u_image, at, 0.0, ivec2(-2, 0))),
                gray_of(textureLodOffset(u_image, at, 0.0, ivec2(-1, 0))),
                gray_of(textureLodOffset(u_image, at, 0.0, ivec2(0, 0))),
                gray_of(textureLodOffset(u_image, at, 0.0, ivec2(1, 0))));
}

#if HPYR_GRAY == 0
out uint o_word;

void main() {
    uvec4 codes = uvec4(four_pixels());
    o_word = codes.x | (codes.y << 8) | (codes.z << 16) | (codes.w << 24);
}
#else
out vec4 o_pixels;

void main() {
    o_pixels = four_pixels();
}
#endif
