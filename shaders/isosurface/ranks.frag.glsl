// Writes the rank of the first vertex of sixteen blocks in a row, a node of level 2. Their records
// then need not ascend the whole pyramid.
#include <pyramid vertex_>
out uint o_rank;

void main() {
    o_rank = vertex_rank(ivec3(int(gl_FragCoord.x) << 4, int(gl_FragCoord.y), 0));
}
