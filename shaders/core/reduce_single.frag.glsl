// HistoPyramid Builder (Ziegler et al. 2006, section 5), layout SINGLE: a node is the sum of the 2x2 below. The texture is
// clamped to the level that is read, whose used part measures u_hpyr_read; what lies beyond it was never written. A nearest
// sampler at texel centres reads what texelFetch would, at half its cost on a software rasterizer; the sizes of mipmaps are
// powers of two, so the coordinates are exact.
uniform HPYR_NODES u_hpyr_pyramid;
uniform ivec2 u_hpyr_read;
uniform vec2 u_hpyr_scale; // 1 / size of the mipmap

#define HPYR_CHILD(x, y) uint(textureLodOffset(u_hpyr_pyramid, corner, 0.0, ivec2(x, y)).r)

void main() {
    vec2 corner = (2.0 * gl_FragCoord.xy - 0.5) * u_hpyr_scale;
    bvec2 last = greaterThanEqual(2 * ivec2(gl_FragCoord.xy) + 1, u_hpyr_read); // no second column, no second row
    uint right = HPYR_CHILD(1, 0), above = HPYR_CHILD(0, 1), across = HPYR_CHILD(1, 1);
    uint row0 = hpyr_add(HPYR_CHILD(0, 0), last.x ? 0u : right);
    uint row1 = last.y ? 0u : hpyr_add(above, last.x ? 0u : across);
    hpyr_store(hpyr_add(row0, row1));
}
