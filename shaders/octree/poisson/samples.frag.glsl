// All samples in a node of the last depth as one: their mean place in the cell, 0 to 1 along each axis
// and weighted by areas, and the sum of their areas. A node a fragment.
#include "octree/level.glsl"
#include "octree/poisson/part.glsl"
uniform int u_blocks;
uniform sampler2D u_positions;
uniform ivec2 u_positions_row;
uniform sampler2D u_normals;
out vec4 o_sample;

void main() {
    int node = hpyr_target_texel();
    o_sample = vec4(0.0);
    if (node >= 8 * u_blocks)
        return;
    int point = int(hpyr_first(node));
    int end = (node & 7) == 7 ? int(hpyr_family(node >> 3).w) : int(hpyr_first(node + 1));
    for (; point < end; point++) {
        ivec2 at = hpyr_plane_texel(point, u_positions_row);
        float area = texelFetch(u_normals, at, 0).w;
        o_sample += vec4(area * hpyr_part(texelFetch(u_positions, at, 0).xyz), area);
    }
    if (o_sample.w > 0.0)
        o_sample.xyz /= o_sample.w;
}
