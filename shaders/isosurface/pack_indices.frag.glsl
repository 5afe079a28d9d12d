// Lists of triangles to indices, four a texel: a row of n triangles becomes one of 3 n / 4 texels.
uniform usampler2D u_list;
out uvec4 o_indices;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int triangle = at.x / 3 * 4 + at.x % 3, part = at.x % 3;
    uvec3 a = texelFetch(u_list, ivec2(triangle, at.y), 0).xyz, b = texelFetch(u_list, ivec2(triangle + 1, at.y), 0).xyz;
    o_indices = part == 0 ? uvec4(a, b.x) : part == 1 ? uvec4(a.yz, b.xy) : uvec4(a.z, b);
}
