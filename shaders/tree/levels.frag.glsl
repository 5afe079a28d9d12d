// Finds which leaf a node is in, or which leaves are in it, from the stage above: see leaf.glsl for what is
// drawn. Of a stage that is not the first, the four lower bits mean its own children.
// HPYR_TOP: there is no stage above.
uniform usampler2D u_flags; // see reduce.frag.glsl
#ifndef HPYR_TOP
uniform usampler2D u_above; // this of the stage above
#endif
uniform int u_level;   // of the nodes
uniform int u_largest; // level of a leaf
out uint o_level;

void main() {
    ivec2 node = ivec2(gl_FragCoord.xy);
    uint flags = texelFetch(u_flags, node, 0).r;
    o_level = flags >= 16u ? uint(u_level) << 4 : flags & 15u;
#ifndef HPYR_TOP
    uint above = texelFetch(u_above, node >> 2, 0).r;
    int child = (node.x >> 1 & 1) | (node.y & 2); // of the node above
    if (above >= 16u)
        o_level = above;
    else if ((above >> child & 1u) != 0u)
        o_level = uint(u_level + 1) << 4;
#endif
    if (u_largest < 2)
        o_level = u_largest == 0 ? 0u : o_level >= 16u ? 15u : o_level;
    else if (int(o_level >> 4) > u_largest)
        o_level = uint(u_largest) << 4;
}
