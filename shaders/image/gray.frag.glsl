// Gray values of an image, as corners and blobs read them.
// HPYR_GRAY: 0 four pixels of a row in a word, a byte each; 1 four pixels in a texel; 2 a pixel a texel.
// HPYR_CODES: channels are numbers of 8 bits, so gray values are too. HPYR_CHANNEL: the channel, or
// none, which is luminance.
uniform sampler2D u_image;
uniform vec2 u_scale; // 1 / size of the image
uniform ivec2 u_last; // its last pixel

float gray_of(vec4 texel) {
#ifdef HPYR_CODES
#    ifdef HPYR_CHANNEL
    return floor(texel HPYR_CHANNEL * 255.0 + 0.5);
#    else
    uvec4 code = uvec4(texel * 255.0 + 0.5);
    return float((code.x * 4899u + code.y * 9617u + code.z * 1868u + 8192u) >> 14);
#    endif
#elif defined(HPYR_CHANNEL)
    return texel HPYR_CHANNEL;
#else
    return dot(texel.xyz, vec3(0.299, 0.587, 0.114));
#endif
}

#if HPYR_GRAY == 2
out float o_gray;

void main() {
    float gray = gray_of(texelFetch(u_image, min(ivec2(gl_FragCoord.xy), u_last), 0));
#    ifdef HPYR_CODES
    gray /= 255.0;
#    endif
    o_gray = gray;
}
#else
// Beyond the last column the nearest filter finds the last pixel again.
vec4 four_pixels() {
    vec2 at = (floor(gl_FragCoord.xy) * vec2(4.0, 1.0) + vec2(2.5, 0.5)) * u_scale;
    return vec4(gray_of(textureLodOffset(u_image, at, 0.0, ivec2(-2, 0))),
                gray_of(textureLodOffset(u_image, at, 0.0, ivec2(-1, 0))),
                gray_of(textureLodOffset(u_image, at, 0.0, ivec2(0, 0))),
                gray_of(textureLodOffset(u_image, at, 0.0, ivec2(1, 0))));
}

#    if HPYR_GRAY == 0
out uint o_word;

void main() {
    uvec4 codes = uvec4(four_pixels());
    o_word = codes.x | (codes.y << 8) | (codes.z << 16) | (codes.w << 24);
}
#    else
out vec4 o_pixels;

void main() {
    o_pixels = four_pixels();
}
#    endif
#endif
