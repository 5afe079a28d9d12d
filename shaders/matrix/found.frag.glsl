// Tells what a conversion has found: the number of entries; 1 if an element is not finite; and the
// first leaf with such an element.
#include "core/keys.glsl"
uniform usampler2D u_suspects; // of the groups, in one row
uniform int u_groups;
uniform uint u_leaves;
out uvec4 o_found;

void main() {
    uint suspect = u_leaves;
    for (int group = 0; group < u_groups; group++)
        suspect = min(suspect, texelFetch(u_suspects, ivec2(group, 0), 0).x);
    o_found = uvec4(hpyr_node(ivec2(0), HPYR_TOP, 0).x, uint(suspect < u_leaves), suspect, 0u);
}
