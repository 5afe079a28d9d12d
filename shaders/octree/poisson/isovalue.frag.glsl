// The sum of the function at the anchors of a block of the last depth; or at the samples of a block of
// any depth, multiplied by their areas.
// Source: Zhou et al. 2011, section IV-C.
#include "octree/level.glsl"
#include "octree/poisson/cube.glsl"
#include "octree/poisson/halves.glsl"
#include "octree/poisson/part.glsl"
uniform int u_blocks;
uniform int u_vertices; // 27
uniform int u_children; // 8
uniform sampler2D u_values_lower, u_values_upper;
uniform ivec2 u_values_lower_row;
uniform sampler2D u_positions;
uniform ivec2 u_positions_row;
uniform bool u_are_samples; // u_positions are those of samples.frag.glsl, a node a texel
uniform bool u_areas_alone; // the sum of areas, or the number of anchors
out vec4 o_sum;

float value_at(int block, ivec3 vertex) {
    ivec3 bits = vertex & 1, place = 1 + (vertex >> 1);
    int other = hpyr_around(block, 9 * place.x + 3 * place.y + place.z);
    if (other == hpyr_none)
        return 0.0;
    ivec2 at = hpyr_plane_texel(other, u_values_lower_row);
    vec4 values = bits.x == 0 ? texelFetch(u_values_lower, at, 0) : texelFetch(u_values_upper, at, 0);
    return hpyr_value_of(values, bits.y << 1 | bits.z);
}

void main() {
    int block = hpyr_target_texel();
    o_sum = vec4(0.0);
    if (block >= u_blocks)
        return;
    int last = int(hpyr_family(block).w);
    if (int(hpyr_first(8 * block)) == last)
        return;
    for (int i = 0; i < u_vertices; i++)
        hpyr_add_to_cube(value_at(block, ivec3(i / 9, i / 3 % 3, i % 3)));
    for (int child = 0; child < u_children; child++) {
        int point = 8 * block + child, end = point + 1;
        if (!u_are_samples) {
            end = child == 7 ? last : int(hpyr_first(point + 1));
            point = int(hpyr_first(point));
        }
        bvec3 upper = bvec3(ivec3(child >> 2, child >> 1, child) & 1);
        for (; point < end; point++) {
            vec4 position = texelFetch(u_positions, hpyr_plane_texel(point, u_positions_row), 0);
            vec3 part = u_are_samples ? position.xyz : hpyr_part(position.xyz);
            o_sum.x += position.w * (u_areas_alone ? 1.0 : hpyr_in_cube(upper, part));
        }
    }
}
