// Reduction: the smallest and the largest coordinates of 64 points, or of 64 pairs of the pass before.
// A pair is two texels: ordinals of the smallest coordinates and the number of points that were
// skipped, and ordinals of the largest coordinates. An ordinal is a number in the order of the floats.
// HPYR_OF_POINTS: it reads points.
#include "list/plane.glsl"
#include "octree/points.glsl"
uniform usampler2D u_pairs;
uniform ivec2 u_pairs_row;
uniform int u_count; // of points or pairs
out uvec4 o_bounds;

uvec3 ordinals(vec3 vector) {
    uvec3 bits = floatBitsToUint(vector), sign = bits >> 31;
    return bits ^ (0x80000000u | (0u - sign));
}

void main() {
    int target = hpyr_target_texel(), first = (target >> 1) * 64, end = min(first + 64, u_count);
    bool largest = (target & 1) != 0;
    o_bounds = largest ? uvec4(0u) : uvec4(uvec3(0xFFFFFFFFu), 0u);
    for (int i = first; i < end; i++) {
#ifdef HPYR_OF_POINTS
        vec3 vector = hpyr_vector(i);
        bool is_finite = hpyr_is_finite(vector);
        uvec4 one = uvec4(ordinals(vector), is_finite ? 0u : 1u);
        if (!is_finite)
            one.xyz = uvec3(largest ? 0u : 0xFFFFFFFFu);
#else
        uvec4 one = texelFetch(u_pairs, hpyr_plane_texel(2 * i + (target & 1), u_pairs_row), 0);
#endif
        o_bounds = uvec4(largest ? max(o_bounds.xyz, one.xyz) : min(o_bounds.xyz, one.xyz), o_bounds.w + one.w);
    }
}
