// The rank of the first vertex of sixteen blocks in a row, which are a node of level 2: what the ways of their records up the
// pyramid share.
out uint o_rank;

void main() {
    o_rank = vertex_rank(ivec3(int(gl_FragCoord.x) << 4, int(gl_FragCoord.y), 0));
}
