// Gray values of an image, as blobs read them. Blocks that the image does not fill have its last pixels mirrored.
#include "image/blocks.glsl"
#include "image/gray.glsl"
#include "image/mirror.glsl"
uniform ivec2 u_size; // of the image

float gray_at(ivec2 pixel) {
    float gray = gray_of(texelFetch(u_image, pixel, 0));
#ifdef HPYR_CODES
    gray /= 255.0;
#endif
    return gray;
}

vec4 row_at(ivec4 columns, int row) {
    return vec4(gray_at(ivec2(columns.x, row)), gray_at(ivec2(columns.y, row)), gray_at(ivec2(columns.z, row)),
                gray_at(ivec2(columns.w, row)));
}

void main() {
    ivec2 first = 4 * ivec2(gl_FragCoord.xy);
    ivec4 columns = mirrored(first.x + ivec4(0, 1, 2, 3), u_size.x);
    ivec4 rows = mirrored(first.y + ivec4(0, 1, 2, 3), u_size.y);
    store_block(
        mat4(row_at(columns, rows.x), row_at(columns, rows.y), row_at(columns, rows.z), row_at(columns, rows.w)));
}
