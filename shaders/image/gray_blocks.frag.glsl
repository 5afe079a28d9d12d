// Gray values of an image, as blobs read them. Blocks that the image does not fill have its last pixels mirrored.
#include "image/gray.glsl"
#include "image/blocks.glsl"
uniform ivec2 u_size; // of the image

float gray_at(ivec2 pixel) {
    float gray = gray_of(texelFetch(u_image, min(pixel, max(2 * u_size - 1 - pixel, 0)), 0));
#ifdef HPYR_CODES
    gray /= 255.0;
#endif
    return gray;
}

vec4 row_at(ivec2 first) {
    return vec4(gray_at(first), gray_at(first + ivec2(1, 0)), gray_at(first + ivec2(2, 0)),
                gray_at(first + ivec2(3, 0)));
}

void main() {
    ivec2 first = 4 * ivec2(gl_FragCoord.xy);
    store_block(mat4(row_at(first), row_at(first + ivec2(0, 1)), row_at(first + ivec2(0, 2)),
                     row_at(first + ivec2(0, 3))));
}
