// Finds the cell of a triangle: its case and the indices of its vertices. The class of a cell
// (Dyken et al. 2008, section 4) is not stored here: it follows from one sign and the crossed edges
// of the four rows of samples around the cell, whose records hold the ranks too.
#include <pyramid triangle_>
#include "isosurface/records.glsl"

uniform usampler2D u_table; // texel (t, c): the edges of triangle t of case c, 4 bits each
uniform uvec4 u_rows;

struct cell {
    uint sample0, cube_case, number; // first sample of the cell, case, number of the triangle
    uvec4 rank, own, z_next;         // of the four rows: rank, owned edges, next sample's edge z
    uvec4 x, y, z;                   // of the four rows: crossed edges along x, y, z
};

cell cell_of_key(uint key) {
    cell c;
    uvec4 point = triangle_point_at(key);
    uint block = block_at(ivec2(point.xy));
    c.number = point.w;
    uint word = word_of_key(block, c.number);
    uvec4 cells = cells_of_word(word);
    uint bit = bit_of_key(cells.xyz, uvec3(1u, 2u, 4u), c.number);
    c.sample0 = 32u * word + bit;
    uvec4 at = c.sample0 + u_rows, bits = at & 31u;
    uvec4 r0 = edges_of_word(word), r1 = edges_of_word(at.y >> 5), r2 = edges_of_word(at.z >> 5),
          r3 = edges_of_word(at.w >> 5);
    uvec4 below = (uvec4(1u) << bits) - 1u;
    uvec4 x = uvec4(r0.x, r1.x, r2.x, r3.x), y = uvec4(r0.y, r1.y, r2.y, r3.y), z = uvec4(r0.z, r1.z, r2.z, r3.z),
          w = uvec4(r0.w, r1.w, r2.w, r3.w);
    c.rank = (w >> 1) + ((hpyr_byte_counts3(x & below, y & below, z & below) * 0x01010101u) >> 24);
    c.x = (x >> bits) & 1u;
    c.y = (y >> bits) & 1u;
    c.z = (z >> bits) & 1u;
    c.z_next = uvec4((z >> 1 >> bits) & 1u) | (w & uvec4(equal(bits, uvec4(31u))));
    c.own = c.x + c.y + c.z;
    uint c0 = (cells.w >> bit) & 1u, c2 = c0 ^ c.y.x, c4 = c0 ^ c.z.x, c6 = c2 ^ c.z.y;
    uvec4 left = uvec4(c0, c2, c4, c6), right = left ^ c.x;
    uvec4 corners = left | (right << 1);
    c.cube_case = corners.x | (corners.y << 2) | (corners.z << 4) | (corners.w << 6);
    return c;
}

// Returns the three edges that the cell's triangle connects.
uvec3 edges_of_triangle(cell c) {
    uint edges = textureLod(u_table, (vec2(c.number, c.cube_case) + 0.5) / vec2(5.0, 256.0), 0.0).r;
    return uvec3(edges & 15u, (edges >> 4) & 15u, edges >> 8);
}
