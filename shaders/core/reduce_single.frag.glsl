// HistoPyramid Builder (Ziegler et al. 2006, section 5), layout SINGLE: a node is the sum of the 2x2 below. The texture is
// clamped to the level that is read, whose used part measures u_hpyr_read; what lies beyond it was never written.
uniform HPYR_NODES u_hpyr_pyramid;
uniform ivec2 u_hpyr_read;

uint hpyr_child(ivec2 node) {
    return node.x < u_hpyr_read.x && node.y < u_hpyr_read.y ? uint(texelFetch(u_hpyr_pyramid, node, 0).r) : 0u;
}

void main() {
    ivec2 node = 2 * ivec2(gl_FragCoord.xy);
    uint row0 = hpyr_add(hpyr_child(node), hpyr_child(node + ivec2(1, 0)));
    uint row1 = hpyr_add(hpyr_child(node + ivec2(0, 1)), hpyr_child(node + ivec2(1, 1)));
    hpyr_store(hpyr_add(row0, row1));
}
