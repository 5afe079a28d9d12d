// Blurs blocks of 4x4 pixels along x, and exchanges x and y: what becomes of block (x, y) is drawn at (y, x). So a second
// run blurs along y, and turns the image back.
// Beyond its borders the image is mirrored: pixel -1 is pixel 0, and pixel -2 is pixel 1. A blur of a mirrored image is
// mirrored too, so pixels of a block that lie beyond the image need no rule of their own.
// HPYR_MOST: vectors of weights that there are at most. The one in the middle begins with the weight of the pixel itself.
// HPYR_RAGGED: the width is odd, or the blur reaches farther than the image is wide, which is HPYR_FAR. Else four pixels
// beyond a border are a texel in reverse.
#include "image/blocks.glsl"
#include "image/mirror.glsl"
uniform sampler2DArray u_source;
uniform int u_width; // of the image, in pixels
uniform int u_reach; // blocks to each side
uniform vec4 u_weights[HPYR_MOST];
uniform vec2 u_scale; // 1 / size of the texture

vec4 row_at(int x, int y, int layer) {
    return textureLod(u_source, vec3((vec2(x, y) + 0.5) * u_scale, float(layer)), 0.0);
}

// Two vectors of weights, one after the other, have those of four numbers in a row for four others. In column c and row r of
// the matrix is the weight that stands c - r places behind the first one of `v`.
mat4 weights_at(int i) {
    vec4 before = i > -u_reach ? u_weights[i + u_reach - 1] : vec4(0.0), v = u_weights[i + u_reach];
    return mat4(v.x, before.wzy, v.yx, before.wz, v.zyx, before.w, v.wzyx);
}

mat4 rows_at(int x, int y) {
    return mat4(row_at(x, y, 0), row_at(x, y, 1), row_at(x, y, 2), row_at(x, y, 3));
}

#ifdef HPYR_RAGGED
// Four mirrored pixels in a row lie in the texels of the first and of the last one. Rows take turns, so that registers suffice.
void add_mirrored(inout mat4 sums, int x, int y, int i) {
    ivec4 pixel = mirrored(4 * x + ivec4(0, 1, 2, 3), u_width), texel = pixel / 4, place = pixel % 4;
    int row = 0, rows = 4 + min(u_width, 0);
    do {
        vec4 a = row_at(texel.x, y, row), b = row_at(texel.w, y, row), own;
        for (int k = 0; k < 4; k++)
            own[k] = texel[k] == texel.x ? a[place[k]] : b[place[k]];
        sums = mat4(sums[1], sums[2], sums[3], sums[0] + weights_at(i) * own);
        row++;
    } while (row < rows);
}
#else
void add_mirrored(inout mat4 sums, int x, int y, int i) {
    mat4 rows = rows_at(x < 0 ? -1 - x : u_width / 2 - 1 - x, y);
    sums += weights_at(i) * mat4(rows[0].wzyx, rows[1].wzyx, rows[2].wzyx, rows[3].wzyx);
}
#endif

// A loop of its own for blocks beyond the borders: where no fragment has one, none is done.
void main() {
    ivec2 block = ivec2(gl_FragCoord.yx);
    int first = max(-u_reach, -block.x), inside = min(u_reach, (u_width - 1) / 4 - block.x) + 1 - first;
    mat4 sums = mat4(0.0);
    for (int i = first; i < first + inside; i++)
        sums += weights_at(i) * rows_at(block.x + i, block.y);
    for (int n = -u_reach; n <= u_reach - inside; n++) {
        int i = n < first ? n : n + inside;
        add_mirrored(sums, block.x + i, block.y, i);
    }
    store_block(transpose(sums));
}
