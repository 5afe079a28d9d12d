// Fetches the corners of a mesh from the textures that it was written into. Records stand in rows of
// 1024 texels.
// HPYR_SOUP: a corner is a vertex, and there are no indices.
uniform highp sampler2DArray u_hpyr_mesh_vertices; // layer 0: position, normal's x; layer 1: normal's y, z

ivec2 hpyr_mesh_texel(int record) {
    return ivec2(record & 1023, record >> 10);
}

#ifdef HPYR_SOUP
int hpyr_mesh_index(int corner) {
    return corner;
}
#else
uniform highp usampler2D u_hpyr_mesh_triangles;

int hpyr_mesh_index(int corner) {
    int triangle = corner / 3, place = corner - 3 * triangle;
    uvec4 indices = texelFetch(u_hpyr_mesh_triangles, hpyr_mesh_texel(triangle), 0);
    return int(place == 0 ? indices.x : place == 1 ? indices.y : indices.z);
}
#endif

void hpyr_mesh_corner(int corner, out vec3 position, out vec3 normal) {
    ivec2 texel = hpyr_mesh_texel(hpyr_mesh_index(corner));
    vec4 first = texelFetch(u_hpyr_mesh_vertices, ivec3(texel, 0), 0);
    position = first.xyz;
    normal = vec3(first.w, texelFetch(u_hpyr_mesh_vertices, ivec3(texel, 1), 0).xy);
}
