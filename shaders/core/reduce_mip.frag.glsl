// HistoPyramid Builder (Ziegler et al. 2006, section 5), layouts SINGLE and VEC4: a node is the sum of the 2x2 below, or their
// running sums (section 7.1), of which HPYR_NODE_TOTAL is the last. The texture is clamped to the level that is read, whose used
// part measures u_hpyr_read; what lies beyond it was never written. A nearest filter at texel centres reads what texelFetch
// would, at half its cost on a software rasterizer; the sizes of mipmaps are powers of two, so the coordinates are exact.
uniform HPYR_NODES u_hpyr_pyramid;
uniform ivec2 u_hpyr_read;
uniform vec2 u_hpyr_scale; // 1 / size of the mipmap

#define HPYR_CHILD(x, y) HPYR_UINT(HPYR_NEAR(u_hpyr_pyramid, corner, x, y, u_hpyr_scale) HPYR_NODE_TOTAL)

void main() {
    vec2 corner = (2.0 * gl_FragCoord.xy - 0.5) * u_hpyr_scale;
    ivec2 odd = 2 * ivec2(gl_FragCoord.xy) + 1;
    bool last_column = odd.x >= u_hpyr_read.x, last_row = odd.y >= u_hpyr_read.y; // there is no second one
    HPYR_UINT right = HPYR_CHILD(1, 0), above = HPYR_CHILD(0, 1), across = HPYR_CHILD(1, 1);
    hpyr_store_children(HPYR_CHILD(0, 0), last_column ? HPYR_UINT(0) : right, last_row ? HPYR_UINT(0) : above,
                        last_column || last_row ? HPYR_UINT(0) : across);
}
