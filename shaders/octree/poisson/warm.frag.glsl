// What the solution before has at the vertices of a depth: the function of this depth minus that of the depths above, which
// is the amount of each hat. The octree of then is walked; a vertex that was not inner then, or is not now, has 0.
#include "octree/words.glsl"
#include "octree/poisson/function.glsl"
#include "octree/poisson/halves.glsl"
uniform int u_blocks, u_depth;
uniform usampler2D u_families; // of now; only the parent's key is read
uniform ivec2 u_families_row;
uniform usampler2D u_inner;
uniform ivec2 u_inner_row;
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;

void main() {
    int block = hpyr_target_texel();
    o_lower = o_upper = vec4(0.0);
    if (block >= u_blocks)
        return;
    uint key = texelFetch(u_families, hpyr_plane_texel(block, u_families_row), 0).x;
    int parent = hpyr_node_of(hpyr_cell_of_key(key), u_depth - 1), child = hpyr_child(parent, 0);
    if (parent < u_hpyr_first_nodes[u_depth - 1] || child == hpyr_none)
        return;
    vec4 lower, upper;
    hpyr_parent_corners(parent, lower, upper);
    uint inner = hpyr_word(u_inner, u_inner_row, block);
    o_lower = hpyr_mask(inner) * (hpyr_values_beside(child - 1) - hpyr_between_all(lower, upper, 0));
    o_upper = hpyr_mask(inner >> 4) * (hpyr_values_beside(child + 3) - hpyr_between_all(lower, upper, 1));
}
