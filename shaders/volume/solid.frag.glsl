// Voxelizes solids by parity: a triangle over a column's center flips all voxels whose centers lie
// above it. Depths are clamped to the volume, so a triangle below it flips the whole column.
// Exact integers decide which triangle covers a center, so that triangles with a common edge or
// corner cover each point around it once: a center on an edge counts as right of it, or as
// above it if the edge is horizontal.
// HPYR_TOTALS: the last slice lies above the volume, and every triangle flips it.
#include <volume/channels.glsl, volume/words.glsl>
#include "volume/integers.glsl"

flat in vec4 v_a, v_b, v_c;
uniform vec3 u_quanta;

// Tells whether the center is left of p -> q; `area` is twice that of the three points, in quanta.
// The edge is taken upwards, so that both triangles beside it find the same. If it ends too far
// away for exact integers, floats are used; only the edge decides that, for the same reason.
bool is_left(vec2 p, vec2 q, vec2 center, out float area) {
    bool swapped = p.y > q.y || (p.y == q.y && p.x < q.x);
    vec2 from = (swapped ? q : p) * u_quanta.xy, to = (swapped ? p : q) * u_quanta.xy, at = center * u_quanta.xy;
    vec2 farthest = max(abs(from), abs(to));
    if (farthest.x <= EXACT && farthest.y <= EXACT) {
        ivec2 e = ivec2(to) - ivec2(from), d = ivec2(at) - ivec2(from);
        area = to_float(cross_exact(e.x, d.y, e.y, d.x));
    } else {
        vec2 e = to - from, d = at - from;
        area = e.x * d.y - e.y * d.x;
    }
    bool left = (area > 0.0) != swapped;
    area = abs(area);
    return left;
}

void main() {
    vec2 center = gl_FragCoord.xy;
    vec3 areas;
    bvec3 left = bvec3(is_left(v_b.xy, v_c.xy, center, areas.x), is_left(v_c.xy, v_a.xy, center, areas.y),
                       is_left(v_a.xy, v_b.xy, center, areas.z));
    if (any(left) && !all(left))
        discard;
    // Weights by the areas opposite to the corners never cancel, and keep z in range.
    float sum = areas.x + areas.y + areas.z;
    float z = sum > 0.0 ? dot(areas / sum, vec3(v_a.z, v_b.z, v_c.z)) : v_a.z;
#ifdef HPYR_TOTALS
    int last = u_depth - 1;
#else
    int last = u_depth;
#endif
    flip_above(int(ceil(clamp(z - 0.5, 0.0, float(last)))));
}
