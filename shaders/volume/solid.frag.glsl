// Solid voxelization by parity: a triangle over the column's centre turns all voxels whose centres lie above it. Depths are
// clamped to the volume, not discarded: what lies below it turns the whole column. Which triangle covers a centre is decided
// with exact integers, so that triangles which share an edge or a corner cover each point around it just once: a centre on an
// edge counts as a little to its right, and above it where it is horizontal.
#include "volume/integers.glsl"
#include "volume/words.glsl"

flat in vec4 v_a, v_b, v_c;
uniform vec3 u_quanta;

// Is the centre left of p -> q? Ends in a fixed order, upwards, so that both triangles at an edge find the same; `area` is
// twice that of the three points, in quanta. Corners so far away that floats skip integers leave floats: the edge alone decides
// that, since its other triangle must go the same way.
bool is_left(vec2 p, vec2 q, vec2 centre, out float area) {
    bool swapped = p.y > q.y || (p.y == q.y && p.x < q.x);
    vec2 from = (swapped ? q : p) * u_quanta.xy, to = (swapped ? p : q) * u_quanta.xy, at = centre * u_quanta.xy;
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
    vec2 centre = gl_FragCoord.xy;
    vec3 areas;
    bvec3 left = bvec3(is_left(v_b.xy, v_c.xy, centre, areas.x), is_left(v_c.xy, v_a.xy, centre, areas.y),
                       is_left(v_a.xy, v_b.xy, centre, areas.z));
    if (any(left) && !all(left))
        discard;
    // Weighted by the areas opposite to the corners: nothing cancels, however thin the triangle, and z stays within it.
    float sum = areas.x + areas.y + areas.z;
    float z = sum > 0.0 ? dot(areas / sum, vec3(v_a.z, v_b.z, v_c.z)) : v_a.z;
    write_run(int(ceil(clamp(z - 0.5, 0.0, float(u_depth)))), u_depth);
}
