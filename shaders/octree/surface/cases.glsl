// Cases of cells (reference/reference.h): which corners are inside, and the triangles that follow.
// A texel of the table has the edges of a case's vertices, four bits each, the number of triangles, and a bit for each corner of
// its loop around which they may be fanned.
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

// The lower corner of an edge: bits along the two axes that it does not run along.
ivec3 hpyr_corner_of_edge(int edge) {
    int axis = edge >> 2, side = edge & 3;
    return axis == 0   ? ivec3(0, side & 1, side >> 1)
           : axis == 1 ? ivec3(side & 1, 0, side >> 1)
                       : ivec3(side & 1, side >> 1, 0);
}

// Of a case with one loop, the edge of a corner of the loop.
int hpyr_edge_of_loop(uvec4 texel, int corner) {
    return hpyr_edge_of_case(texel, corner < 2 ? corner : 3 * corner - 4);
}
