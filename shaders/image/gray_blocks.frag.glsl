// Gray values of an image, as blobs read them.
#include "image/gray.glsl"
#include "image/blocks.glsl"

float gray_at(ivec2 pixel) {
    float gray = gray_of(texelFetch(u_image, min(pixel, u_size - 1), 0));
#ifdef HPYR_CODES
    gray /= 255.0;
#endif
    return gray;
}

void main() {
    ivec2 first = 4 * ivec2(gl_FragCoord.xy);
    vec4 rows[4];
    for (int i = 0; i < 4; i++) {
        ivec2 pixel = first + ivec2(0, i);
        rows[i] = vec4(gray_at(pixel), gray_at(pixel + ivec2(1, 0)), gray_at(pixel + ivec2(2, 0)),
                       gray_at(pixel + ivec2(3, 0)));
    }
    store_block(rows);
}
