// Blocks of 4x4 pixels, a block a fragment: each row of a block is a texel of a layer of its own. Blocks that the image does not fill
// repeat its last column and row.
#include "image/repeat.glsl"
uniform ivec2 u_size; // of the image
out vec4 o_row_0;
out vec4 o_row_1;
out vec4 o_row_2;
out vec4 o_row_3;

void store_block(vec4 rows[4]) {
    ivec2 last = u_size - 1 - 4 * ivec2(gl_FragCoord.xy);
    for (int i = 0; i < 4; i++)
        rows[i] = repeat(rows[i], last.x);
    for (int i = 1; i < 4; i++)
        if (i > last.y)
            rows[i] = rows[i - 1];
    o_row_0 = rows[0];
    o_row_1 = rows[1];
    o_row_2 = rows[2];
    o_row_3 = rows[3];
}
