// Which fan of a cell's triangles has the shortest diagonals (reference/surface.h). Needs cases.glsl.
#include "octree/poisson/value_of.glsl"
uniform int u_corners; // 7: of the longest loop

float corner_value(vec4 lower, vec4 upper, ivec3 corner) {
    return hpyr_value_of(corner.x == 0 ? lower : upper, 2 * corner.y + corner.z);
}

// Where an edge is crossed if the function rises evenly along it, in 256 steps to a cell. A GPU may round a quotient as it likes, but
// not a product: so the step that the quotient has is compared with its neighbors.
ivec3 place_evenly(vec4 lower, vec4 upper, int edge, float isovalue) {
    ivec3 corner = hpyr_corner_of_edge(edge), along = ivec3(equal(ivec3(edge >> 2), ivec3(0, 1, 2)));
    float from = corner_value(lower, upper, corner);
    float rise = abs(corner_value(lower, upper, corner + along) - from), part = abs(isovalue - from);
    float number = floor(part / rise * 256.0 + 0.5);
    number -= (number - 0.5) * 0.00390625 * rise <= part ? 0.0 : 1.0;
    number += (number + 0.5) * 0.00390625 * rise <= part ? 1.0 : 0.0;
    return 256 * corner + along * int(number);
}

// The corner of the loop around which the triangles are fanned. A case that has no choice has a 1 in the table.
int hpyr_fan_of(uvec4 texel, vec4 lower, vec4 upper, float isovalue) {
    int count = int(texel.z) + 2, best = 0, least = 0x7FFFFFFF;
    if (texel.w == 1u)
        return 0;
    for (int first = 0; first < u_corners; first++) {
        if ((texel.w >> first & 1u) == 0u)
            continue;
        ivec3 from = place_evenly(lower, upper, hpyr_edge_of_loop(texel, first), isovalue);
        int sum = 0;
        for (int i = 2; i < count - 1; i++) {
            int other = hpyr_edge_of_loop(texel, (first + i) % count);
            ivec3 way = place_evenly(lower, upper, other, isovalue) - from;
            sum += way.x * way.x + way.y * way.y + way.z * way.z;
        }
        best = sum < least ? first : best;
        least = min(least, sum);
    }
    return best;
}
