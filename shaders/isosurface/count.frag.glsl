// The base level: vertices and triangles of a block, and those before its second, third and fourth word, nine bits each.
layout(location = 0) out uint o_vertices;
layout(location = 1) out uint o_triangles;
layout(location = 2) out uint o_vertices_before;
layout(location = 3) out uint o_triangles_before;

uint before_words(uvec4 counts) {
    return counts.x | ((counts.x + counts.y) << 9) | ((counts.x + counts.y + counts.z) << 18);
}

void main() {
    planes p = planes_of(block_at(ivec2(gl_FragCoord.xy)));
    uvec4 vertices = vertices_of(p), triangles = triangles_of(p);
    o_vertices = vertices.x + vertices.y + vertices.z + vertices.w;
    o_triangles = triangles.x + triangles.y + triangles.z + triangles.w;
    o_vertices_before = before_words(vertices);
    o_triangles_before = before_words(triangles);
}
