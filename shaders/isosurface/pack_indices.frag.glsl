// Lists of triangles to indices, four a texel: a row of n triangles becomes one of 3 n / 4 texels.
uniform usampler2D u_list;
uniform vec2 u_texel; // 1 / size of the list
out uvec4 o_indices;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int triangle = at.x / 3 * 4 + at.x % 3, part = at.x % 3;
    vec2 place = (vec2(triangle, at.y) + 0.5) * u_texel;
    uvec3 a = textureLod(u_list, place, 0.0).xyz, b = textureLod(u_list, vec2(place.x + u_texel.x, place.y), 0.0).xyz;
    o_indices = part == 0 ? uvec4(a, b.x) : part == 1 ? uvec4(a.yz, b.xy) : uvec4(a.z, b);
}
