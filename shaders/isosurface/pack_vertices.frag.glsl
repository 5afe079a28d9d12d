// Lists of vertices to records of six floats, four floats a texel: two vertices are three texels.  HPYR_LIST_WIDTH,
// HPYR_PACKED_WIDTH: records and texels in a row.
//     p0.xyz n0.x | n0.yz p1.xy | p1.z n1.xyz        of layers   0 of vertex 0 | 1 of 0, 0 of 1 | 0 of 1, 1 of 1
uniform sampler2DArray u_list; // positions and the normals' x; normals' y and z
uniform vec2 u_texel;          // 1 / size of the list
out vec4 o_floats;

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    uint index = at.y * HPYR_PACKED_WIDTH + at.x, pair = index / 3u, part = index - 3u * pair, vertex = 2u * pair;
    vec2 place = (vec2(vertex % HPYR_LIST_WIDTH, vertex / HPYR_LIST_WIDTH) + 0.5) * u_texel,
         after = vec2(place.x + u_texel.x, place.y);
    vec4 first = textureLod(u_list, vec3(part == 2u ? after : place, part == 1u), 0.0);
    vec2 second = textureLod(u_list, vec3(after, part == 2u), 0.0).xy;
    o_floats = part == 0u ? first : vec4(part == 1u ? first.xy : first.zw, second);
}
