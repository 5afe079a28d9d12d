// The gray value of a texel of an image.
// HPYR_CODES: channels are numbers of 8 bits, so gray values are too, 0 to 255. HPYR_CHANNEL: the
// channel, or none, which is luminance.
uniform sampler2D u_image;

float gray_of(vec4 texel) {
#ifdef HPYR_CODES
#    ifdef HPYR_CHANNEL
    return floor(texel HPYR_CHANNEL * 255.0 + 0.5);
#    else
    uvec4 code = uvec4(texel * 255.0 + 0.5);
    return float((code.x * 9798u + code.y * 19235u + code.z * 3735u + 16384u) >> 15);
#    endif
#elif defined(HPYR_CHANNEL)
    return texel HPYR_CHANNEL;
#else
    return dot(texel.xyz, vec3(0.299, 0.587, 0.114));
#endif
}
