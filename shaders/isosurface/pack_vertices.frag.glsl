// Lists of vertices to records of six floats, four floats a texel: a row of n vertices becomes one of 3 n / 2 texels.
uniform sampler2DArray u_list; // positions and the normals' x; normals' y and z
uniform vec2 u_texel;          // 1 / size of the list
out vec4 o_floats;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int vertex = at.x / 3 * 2, part = at.x % 3;
    // first: p0.xyz n0.x | n0.yz p1.xy | p1.z n1.xyz
    vec2 place = (vec2(vertex + int(part == 2), at.y) + 0.5) * u_texel;
    vec4 first = textureLod(u_list, vec3(place, 0.0), 0.0), second = textureLod(u_list, vec3(place, 1.0), 0.0);
    vec4 after = textureLod(u_list, vec3(place.x + u_texel.x, place.y, 0.0), 0.0);
    o_floats = part == 0 ? first : part == 1 ? vec4(second.xy, after.xy) : vec4(first.zw, second.xy);
}
