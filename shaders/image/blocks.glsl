// Blocks of 4x4 pixels, a block a fragment: each row of a block is a texel of a layer of its own.
layout(location = 0) out vec4 o_row_0;
layout(location = 1) out vec4 o_row_1;
layout(location = 2) out vec4 o_row_2;
layout(location = 3) out vec4 o_row_3;

void store_block(mat4 rows) {
    o_row_0 = rows[0];
    o_row_1 = rows[1];
    o_row_2 = rows[2];
    o_row_3 = rows[3];
}
