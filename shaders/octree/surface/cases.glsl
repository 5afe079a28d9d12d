// Cases of cells (reference/reference.h): which corners are inside, and the triangles that follow.
// A texel of the table has the edges of a case's vertices, four bits each, and the number of triangles.
uniform usampler2D u_cases;

// Corners are in the order 4 x + 2 y + z; a case has them in the order x + 2 y + 4 z.
int hpyr_case_of(vec4 lower, vec4 upper, float isovalue) {
    ivec4 a = ivec4(lessThanEqual(lower, vec4(isovalue))), b = ivec4(lessThanEqual(upper, vec4(isovalue)));
    return a.x | a.y << 4 | a.z << 2 | a.w << 6 | b.x << 1 | b.y << 5 | b.z << 3 | b.w << 7;
}

uvec4 hpyr_case(int number) {
    return texelFetch(u_cases, ivec2(number, 0), 0);
}

int hpyr_edge_of_case(uvec4 texel, int vertex) {
    return int((vertex < 8 ? texel.x >> (4 * vertex) : texel.y >> (4 * vertex - 32)) & 15u);
}
