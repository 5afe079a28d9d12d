// Solid voxelization by parity: a triangle over the column's centre turns all voxels whose centres lie above it. Depths are
// clamped to the volume, not discarded: what lies below it turns the whole column. Which triangle covers a centre is decided
// with exact integers, so that triangles which share an edge or a corner cover each point around it just once: a centre on an
// edge counts as a little to its right, and above it where it is horizontal.
flat in vec4 v_a, v_b, v_c;
uniform float u_quanta;

// Is the centre left of p -> q? Ends in a fixed order, upwards, so that both triangles at an edge find the same.
bool is_left(ivec2 p, ivec2 q, ivec2 centre) {
    bool swapped = p.y > q.y || (p.y == q.y && p.x < q.x);
    ivec2 from = swapped ? q : p, e = (swapped ? p : q) - from, d = centre - from;
    wide area = cross_exact(e.x, d.y, e.y, d.x);
    return (area.high > 0 || (area.high == 0 && area.low > 0)) != swapped;
}

// The same in floats, for corners so far away that floats skip integers.
bool is_left_far(vec2 p, vec2 q, vec2 centre) {
    bool swapped = p.y > q.y || (p.y == q.y && p.x < q.x);
    vec2 from = swapped ? q : p, e = (swapped ? p : q) - from, d = centre - from;
    return (e.x * d.y - e.y * d.x > 0.0) != swapped;
}

bool is_covered(vec2 centre) {
    vec3 farthest = max(max(abs(v_a.xyz), abs(v_b.xyz)), abs(v_c.xyz)) * u_quanta;
    bvec3 left;
    if (farthest.x <= 33554432.0 && farthest.y <= 33554432.0) {
        ivec2 a = ivec2(v_a.xy * u_quanta), b = ivec2(v_b.xy * u_quanta), c = ivec2(v_c.xy * u_quanta), at = ivec2(centre * u_quanta);
        left = bvec3(is_left(a, b, at), is_left(b, c, at), is_left(c, a, at));
    } else {
        left = bvec3(is_left_far(v_a.xy, v_b.xy, centre), is_left_far(v_b.xy, v_c.xy, centre), is_left_far(v_c.xy, v_a.xy, centre));
    }
    return all(left) || !any(left);
}

void main() {
    vec2 centre = gl_FragCoord.xy, n = vec2(v_a.w, v_b.w);
    if (!is_covered(centre) || v_c.w == 0.0)
        discard;
    float z = v_a.z - dot(n, centre - v_a.xy) / v_c.w;
    z = clamp(z, min(v_a.z, min(v_b.z, v_c.z)), max(v_a.z, max(v_b.z, v_c.z)));
    write_run(int(ceil(clamp(z - 0.5, 0.0, float(u_depth)))), u_depth);
}
