// One point for every voxel of every column of a triangle, drawn at its rank in the lists. Where several triangles come to a
// voxel, the depth test keeps the one that is nearest to its centre.
uniform usampler2D u_columns; // of list_columns.frag.glsl
uniform samplerBuffer u_looks;
uniform bool u_has_normals;
uniform ivec2 u_list; // size of the lists
flat out vec3 v_normal, v_colour;
flat out vec2 v_texcoord;

vec3 on_edge(vec3 p, vec3 q, out vec2 weights) {
    vec3 e = q - p;
    float length_squared = dot(e, e), t = length_squared > 0.0 ? clamp(-dot(p, e) / length_squared, 0.0, 1.0) : 0.0;
    weights = vec2(1.0 - t, t);
    return p + t * e;
}

// Weights of the corners for the point of the triangle that is nearest to the origin.
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

void set_looks(int index, vec3 weights) {
    vec4 look[6];
    for (int i = 0; i < 6; ++i)
        look[i] = texelFetch(u_looks, 6 * index + i);
    vec3 interpolated = weights.x * look[0].xyz + weights.y * look[2].xyz + weights.z * look[4].xyz;
    vec3 normal = u_has_normals ? interpolated : cross(look[2].xyz - look[0].xyz, look[4].xyz - look[0].xyz);
    float size = length(normal);
    v_normal = size > 0.0 ? normal / size : vec3(0.0);
    v_texcoord = weights.x * vec2(look[0].w, look[1].x) + weights.y * vec2(look[2].w, look[3].x) +
                 weights.z * vec2(look[4].w, look[5].x);
    v_colour = weights.x * look[1].yzw + weights.y * look[3].yzw + weights.z * look[5].yzw;
}

void main() {
    uvec4 point = column_point_at(column_key_of_vertex(gl_VertexID));
    uvec4 column = texelFetch(u_columns, ivec2(point.xy), 0);
    ivec2 uv;
    int index = unpack_column(column.xy, uv);
    triangle t = triangle_at(index);
    ivec3 cell = from_axis(ivec3(uv, int(column.z + point.w)), axis_of(t));
    vec3 centre = vec3(cell) + 0.5, a = t.a - centre, b = t.b - centre, c = t.c - centre;
    vec3 weights = nearest(a, b, c), to = weights.x * a + weights.y * b + weights.z * c;
    float distance_squared = dot(to, to);
    uint rank = hpyr_first_output(cell); // clones share an entry
    bool wanted = distance_squared <= REACH * REACH && hpyr_outputs(cell) > 0u;
    set_looks(index, weights);
    vec2 texel = vec2(float(rank % uint(u_list.x)), float(rank / uint(u_list.x))) + 0.5;
    gl_Position = wanted ? vec4(texel / vec2(u_list) * 2.0 - 1.0, distance_squared * 1.9 - 1.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
