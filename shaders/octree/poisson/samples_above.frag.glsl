// The samples of samples.frag.glsl one depth above: those of a node are those of its eight children,
// and areas are in cells of its own depth.
#include "octree/level.glsl"
uniform int u_blocks;
uniform int u_children;      // 8
uniform sampler2D u_samples; // of the depth below
uniform ivec2 u_samples_row;
out vec4 o_sample;

void main() {
    int node = hpyr_target_texel();
    o_sample = vec4(0.0);
    if (node >= 8 * u_blocks)
        return;
    int children = hpyr_children(hpyr_family(node >> 3), node & 7);
    if (children == hpyr_none)
        return;
    for (int child = 0; child < u_children; child++) {
        vec4 part = texelFetch(u_samples, hpyr_plane_texel(8 * children + child, u_samples_row), 0);
        vec3 place = 0.5 * (part.xyz + vec3(ivec3(child >> 2, child >> 1, child) & 1));
        o_sample += 0.25 * part.w * vec4(place, 1.0);
    }
    if (o_sample.w > 0.0)
        o_sample.xyz /= o_sample.w;
}
