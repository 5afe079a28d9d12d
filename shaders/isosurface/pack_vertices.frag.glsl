// Packs a list of vertices as six floats each, two vertices in three texels:
//     p0.xyz n0.x | n0.yz p1.xy | p1.z n1.xyz
// HPYR_LIST_WIDTH: vertices in a row of the list.  HPYR_PACKED_WIDTH: texels in a row.
uniform sampler2DArray u_list; // layer 0: position, normal's x; layer 1: normal's y, z
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
