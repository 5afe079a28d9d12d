// Counts queries, for octree/bounds.frag.glsl, which goes on with pairs: of 64 of them, in the last word of the first texel those
// that are not finite, and in that of the second one those whose list has a point.
#include "list/plane.glsl"
#include "octree/nearest/queries.glsl"
#include "octree/points.glsl"
uniform usampler2DArray u_lists;
uniform ivec2 u_lists_row;
uniform int u_count; // of queries
out uvec4 o_bounds;

void main() {
    int target = hpyr_target_texel(), first = (target >> 1) * 64, end = min(first + 64, u_count);
    o_bounds = uvec4(0u);
    for (int i = first; i < end; i++) {
        bool is_found = texelFetch(u_lists, ivec3(hpyr_plane_texel(i, u_lists_row), 0), 0).x != 0xFFFFFFFFu;
        bool counts = (target & 1) != 0 ? is_found : !hpyr_is_finite(hpyr_query(i));
        o_bounds.w += uint(counts);
    }
}
