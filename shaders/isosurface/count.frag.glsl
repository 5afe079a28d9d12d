// The base level: what a block has. Red are its vertices, green its triangles; blue and alpha those before its second, third and fourth
// word, nine bits each.
out uvec4 o_counts;

uint before_words(uvec4 counts) {
    return counts.x | ((counts.x + counts.y) << 9) | ((counts.x + counts.y + counts.z) << 18);
}

void main() {
    planes p = planes_of(block_at(ivec2(gl_FragCoord.xy)));
    uvec4 vertices = vertices_of(p), triangles = triangles_of(p);
    o_counts = uvec4(vertices.x + vertices.y + vertices.z + vertices.w, triangles.x + triangles.y + triangles.z + triangles.w,
                     before_words(vertices), before_words(triangles));
}
