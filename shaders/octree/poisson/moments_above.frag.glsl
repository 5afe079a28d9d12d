// The moments of moments.frag.glsl one depth above: those of a cell are sums over its eight parts. A
// part's corner counts for the cell's corners by trilinear weights. Parts that have no children have
// no field in them.
#include "octree/level.glsl"
uniform int u_blocks;
uniform int u_children;    // 8
uniform sampler2D u_lower; // moments of the parts, by their blocks of children
uniform ivec2 u_lower_row;
uniform sampler2D u_upper;
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;

// Moves moments from the corners of a part, along one axis, to those of the cell: a part whose bit is
// 0 goes from the lower corner to the middle.
void gather(inout vec4 lower, inout vec4 upper, int bit) {
    vec4 a = bit == 0 ? lower + 0.5 * upper : 0.5 * lower, b = bit == 0 ? 0.5 * upper : upper + 0.5 * lower;
    lower = a;
    upper = b;
}

void main() {
    int block = hpyr_target_texel();
    o_lower = o_upper = vec4(0.0);
    if (block >= u_blocks)
        return;
    uvec4 family = hpyr_family(block);
    for (int child = 0; child < u_children; child++) {
        int children = hpyr_children(family, child);
        if (children == hpyr_none)
            continue;
        ivec2 at = hpyr_plane_texel(children, u_lower_row);
        vec4 lower = texelFetch(u_lower, at, 0), upper = texelFetch(u_upper, at, 0);
        gather(lower, upper, child >> 2);
        vec4 y0 = vec4(lower.xy, upper.xy), y1 = vec4(lower.zw, upper.zw);
        gather(y0, y1, child >> 1 & 1);
        vec4 z0 = vec4(y0.xz, y1.xz), z1 = vec4(y0.yw, y1.yw); // (x, y) = (0,0) (1,0) (0,1) (1,1)
        gather(z0, z1, child & 1);
        o_lower += vec4(z0.x, z1.x, z0.z, z1.z);
        o_upper += vec4(z0.y, z1.y, z0.w, z1.w);
    }
}
