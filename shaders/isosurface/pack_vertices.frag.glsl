// Lists of vertices to records of six floats, four floats a texel: a row of n vertices becomes one of 3 n / 2 texels.
uniform sampler2DArray u_list; // positions and the normals' x; normals' y and z
out vec4 o_floats;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int vertex = at.x / 3 * 2, part = at.x % 3;
    // first: p0.xyz n0.x | n0.yz p1.xy | p1.z n1.xyz
    vec4 first = texelFetch(u_list, ivec3(vertex + int(part == 2), at.y, 0), 0);
    vec4 second = texelFetch(u_list, ivec3(vertex + int(part == 2), at.y, 1), 0);
    vec4 after = texelFetch(u_list, ivec3(vertex + 1, at.y, 0), 0);
    o_floats = part == 0 ? first : part == 1 ? vec4(second.xy, after.xy) : vec4(first.zw, second.xy);
}
