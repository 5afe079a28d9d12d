// The function at the lower corners of all nodes of a depth: half a block a fragment. Where a vertex
// is not inner, it is a mean of values at corners of the parent, all of which are inner or on the
// border of the root.
#include "octree/words.glsl"
#include "octree/walk.glsl"
#include "octree/poisson/halves.glsl"
#include "octree/poisson/between.glsl"
uniform int u_from, u_end;  // of this depth: blocks in the array of all blocks
uniform int u_above_from;   // the first one of the depth above
uniform usampler2D u_inner; // a bit for each node of a block whose lower corner is inner
uniform ivec2 u_inner_row;
uniform sampler2D u_values_lower, u_values_upper; // of this depth
uniform ivec2 u_values_lower_row;
uniform sampler2D u_above_lower, u_above_upper;
uniform ivec2 u_above_lower_row;
out vec4 o_values;

float above_at(int node) {
    int index = node - 1;
    ivec2 at = hpyr_plane_texel((index >> 3) - u_above_from, u_above_lower_row);
    return hpyr_value_of((index & 4) == 0 ? texelFetch(u_above_lower, at, 0) : texelFetch(u_above_upper, at, 0),
                         index & 3);
}

void main() {
    int target = hpyr_target_texel(), block = target >> 1, half_ = target & 1;
    float corners[8];
    if (block < u_from || block >= u_end)
        discard;
    ivec2 at = hpyr_plane_texel(block - u_from, u_values_lower_row);
    o_values = half_ == 0 ? texelFetch(u_values_lower, at, 0) : texelFetch(u_values_upper, at, 0);
    uint outer = ~hpyr_word(u_inner, u_inner_row, block - u_from) >> (4 * half_) & 15u;
    int parent = int(hpyr_block_word(block, 27));
    if (outer == 0u || parent == 0)
        return;
    for (int i = 0; i < 8; i++) {
        int node = hpyr_neighbor(parent, ivec3(i >> 2, i >> 1, i) & 1);
        corners[i] = node == hpyr_none ? 0.0 : above_at(node);
    }
    vec4 lower = vec4(corners[0], corners[1], corners[2], corners[3]);
    vec4 upper = vec4(corners[4], corners[5], corners[6], corners[7]);
    o_values = mix(o_values, hpyr_between_all(lower, upper, half_), hpyr_mask(outer));
}
