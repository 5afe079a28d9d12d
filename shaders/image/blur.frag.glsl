// Blurs blocks of 4x4 pixels along x or y. Beyond the image its nearest pixels go on.
// HPYR_ALONG_Y: along y.
// HPYR_MOST: vectors of weights that there are at most. The one in the middle begins with the weight of the pixel itself.
// Two of them, one after the other, have the weights of four numbers in a row for four others. Along x they are a matrix
// that a texel is multiplied by; along y the rows of a block are added with the rows of this matrix as weights.
#include "image/blocks.glsl"
uniform sampler2DArray u_source;
uniform int u_reach; // blocks to each side
uniform vec4 u_weights[HPYR_MOST];
uniform vec2 u_scale; // 1 / size of the texture

vec4 row_at(ivec2 block, int layer) {
    return textureLod(u_source, vec3((vec2(block) + 0.5) * u_scale, float(layer)), 0.0);
}

#ifdef HPYR_ALONG_Y
// Row `i` of a block, which may lie below the image or above it.
vec4 source_at(int x, int y, int i, int last) {
    return row_at(ivec2(x, clamp(y, 0, last)), y < 0 ? 0 : y > last ? 3 : i);
}

vec4 weighed(vec4 a, vec4 b, vec4 c, vec4 d, vec4 weights) {
    return weights.x * a + weights.y * b + weights.z * c + weights.w * d;
}
#else
// In column c and row r: the weight that stands c - r places behind the first one of `v`.
mat4 matrix_of(vec4 before, vec4 v) {
    return mat4(v.x, before.wzy, v.yx, before.wz, v.zyx, before.w, v.wzyx);
}

vec4 source_at(int x, int y, int i, int last) {
    vec4 row = row_at(ivec2(clamp(x, 0, last), y), i);
    return x < 0 ? row.xxxx : x > last ? row.wwww : row;
}
#endif

void main() {
    ivec2 block = ivec2(gl_FragCoord.xy), last = (u_size - 1) / 4;
    vec4 rows[4];
    vec4 a = vec4(0.0), b = vec4(0.0), c = vec4(0.0), d = vec4(0.0);
    vec4 before = vec4(0.0);
    for (int i = -u_reach; i <= u_reach; i++) {
        vec4 v = u_weights[i + u_reach];
#ifdef HPYR_ALONG_Y
        vec4 p = source_at(block.x, block.y + i, 0, last.y), q = source_at(block.x, block.y + i, 1, last.y);
        vec4 r = source_at(block.x, block.y + i, 2, last.y), s = source_at(block.x, block.y + i, 3, last.y);
        a += weighed(p, q, r, s, v);
        b += weighed(p, q, r, s, vec4(before.w, v.xyz));
        c += weighed(p, q, r, s, vec4(before.zw, v.xy));
        d += weighed(p, q, r, s, vec4(before.yzw, v.x));
#else
        mat4 weights = matrix_of(before, v);
        a += weights * source_at(block.x + i, block.y, 0, last.x);
        b += weights * source_at(block.x + i, block.y, 1, last.x);
        c += weights * source_at(block.x + i, block.y, 2, last.x);
        d += weights * source_at(block.x + i, block.y, 3, last.x);
#endif
        before = v;
    }
    rows[0] = a;
    rows[1] = b;
    rows[2] = c;
    rows[3] = d;
    store_block(rows);
}
