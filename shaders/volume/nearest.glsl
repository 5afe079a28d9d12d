// Returns the point of an edge that is nearest to the origin, and the weights of the edge's ends.
vec3 on_edge(vec3 p, vec3 q, out vec2 weights) {
    vec3 e = q - p;
    float length_squared = dot(e, e), t = length_squared > 0.0 ? clamp(-dot(p, e) / length_squared, 0.0, 1.0) : 0.0;
    weights = vec2(1.0 - t, t);
    return p + t * e;
}

// Returns the weights of the corners for the triangle's point that is nearest to the origin.
vec3 nearest(vec3 a, vec3 b, vec3 c) {
    vec3 e = b - a, f = c - a, n = cross(e, f);
    float area = dot(n, n);
    vec3 inside = vec3(0.0, dot(cross(-a, f), n), dot(cross(e, -a), n)) / area;
    inside.x = 1.0 - inside.y - inside.z;
    if (area > 0.0 && all(greaterThanEqual(inside, vec3(0.0))))
        return inside;
    vec2 ab, bc, ca;
    vec3 p = on_edge(a, b, ab), q = on_edge(b, c, bc), r = on_edge(c, a, ca);
    float pp = dot(p, p), qq = dot(q, q), rr = dot(r, r);
    if (pp <= qq && pp <= rr)
        return vec3(ab, 0.0);
    return qq <= rr ? vec3(0.0, bc) : vec3(ca.y, 0.0, ca.x);
}

// Returns a triangle's squared distance from a voxel's center, and the nearest point's weights.
float distance_to(triangle t, ivec3 cell, out vec3 weights) {
    vec3 center = vec3(cell) + 0.5, a = t.a - center, b = t.b - center, c = t.c - center;
    weights = nearest(a, b, c);
    vec3 to = weights.x * a + weights.y * b + weights.z * c;
    return dot(to, to);
}
