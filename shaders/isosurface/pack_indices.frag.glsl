// Packs a list of triangles as indices without gaps: four triangles become three texels.
// HPYR_LIST_WIDTH: triangles in a row of the list.  HPYR_PACKED_WIDTH: texels in a row.
uniform usampler2D u_list;
uniform vec2 u_texel; // 1 / size of the list
out uvec4 o_indices;

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    uint index = at.y * HPYR_PACKED_WIDTH + at.x, part = index % 3u, triangle = index / 3u * 4u + part;
    vec2 place = (vec2(triangle % HPYR_LIST_WIDTH, triangle / HPYR_LIST_WIDTH) + 0.5) * u_texel;
    uvec3 a = textureLod(u_list, place, 0.0).xyz, b = textureLod(u_list, vec2(place.x + u_texel.x, place.y), 0.0).xyz;
    o_indices = part == 0u ? uvec4(a, b.x) : part == 1u ? uvec4(a.yz, b.xy) : uvec4(a.z, b);
}
