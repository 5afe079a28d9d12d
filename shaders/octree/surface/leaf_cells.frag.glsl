// Makes a cell of each leaf in a list: its key, and the values at its corners.
#include "octree/words.glsl"
#include "octree/poisson/function.glsl"
uniform usampler2D u_places; // the nodes, less one
uniform ivec2 u_places_row;
uniform int u_from;         // of the list
uniform int u_first, u_end; // what is drawn
layout(location = 0) out uint o_key;
layout(location = 1) out vec4 o_lower;
layout(location = 2) out vec4 o_upper;

void main() {
    int cell = hpyr_target_texel();
    if (cell < u_first || cell >= u_end)
        discard;
    int node = 1 + int(hpyr_word(u_places, u_places_row, u_from + cell - u_first));
    o_key = hpyr_node(node).x;
    hpyr_corners(node, o_lower, o_upper);
}
