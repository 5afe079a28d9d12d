// The index of the first element of each depth.
#include "octree/walk.glsl"
#include "octree/words.glsl"
uniform usampler2D u_firsts;
uniform ivec2 u_firsts_row;
out uint o_first;

void main() {
    o_first = hpyr_word(u_firsts, u_firsts_row, hpyr_first_node(int(gl_FragCoord.x)));
}
