// b of a depth above the last one: a vertex sums the moments of the eight cells around it. Cells
// without children have none.
#include "octree/level.glsl"
#include "octree/poisson/halves.glsl"
uniform int u_blocks;
uniform int u_cells; // 27
uniform usampler2D u_inner;
uniform ivec2 u_inner_row;
uniform sampler2D u_lower; // moments of the cells, by their blocks of children
uniform ivec2 u_lower_row;
uniform sampler2D u_upper;
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;

// The moment of the corner of a cell at which the vertex of node `node` lies; 0 where it is no corner.
float moment(vec4 lower, vec4 upper, ivec3 cell, ivec3 node) {
    ivec3 corner = node - cell;
    if (any(lessThan(corner, ivec3(0))) || any(greaterThan(corner, ivec3(1))))
        return 0.0;
    return hpyr_value_of(corner.x == 0 ? lower : upper, corner.y << 1 | corner.z);
}

void main() {
    int block = hpyr_target_texel();
    o_lower = o_upper = vec4(0.0);
    if (block >= u_blocks)
        return;
    for (int i = 0; i < u_cells; i++) {
        ivec3 cell = ivec3(i / 9, i / 3 % 3, i % 3) - 1; // from one before the block's nodes on
        int index = hpyr_beside(8 * block, cell);
        if (index == hpyr_none)
            continue;
        int children = hpyr_children(hpyr_family(index >> 3), index & 7);
        if (children == hpyr_none)
            continue;
        ivec2 at = hpyr_plane_texel(children, u_lower_row);
        vec4 lower = texelFetch(u_lower, at, 0), upper = texelFetch(u_upper, at, 0);
        o_lower += vec4(moment(lower, upper, cell, ivec3(0, 0, 0)), moment(lower, upper, cell, ivec3(0, 0, 1)),
                        moment(lower, upper, cell, ivec3(0, 1, 0)), moment(lower, upper, cell, ivec3(0, 1, 1)));
        o_upper += vec4(moment(lower, upper, cell, ivec3(1, 0, 0)), moment(lower, upper, cell, ivec3(1, 0, 1)),
                        moment(lower, upper, cell, ivec3(1, 1, 0)), moment(lower, upper, cell, ivec3(1, 1, 1)));
    }
    uint inner = hpyr_word(u_inner, u_inner_row, block);
    o_lower *= hpyr_mask(inner);
    o_upper *= hpyr_mask(inner >> 4);
}
