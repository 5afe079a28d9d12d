// Conjugate gradients: the matrix times the directions, for the eight nodes of a block, and the sum of
// their products with the directions. The numbers of 64 nodes are needed, which lie in 36 texels.
// A row of the matrix has 27 numbers: 8/3 for the vertex itself, 0 for those that share an edge with
// it, -1/6 across a face, -1/12 across a cell.
// HPYR_SCREENED: the matrix has what screening adds to it. With the numbers of these nodes, the directions
// are interpolated at the samples of 27 cells.
// Source: Zhou et al. 2011, section IV-A; Kazhdan and Hoppe 2013, section 3.
#include "octree/words.glsl"
#include "octree/poisson/halves.glsl"
#include "octree/poisson/screening.glsl"
uniform int u_blocks;
uniform usampler2D u_around;
uniform ivec2 u_around_row;
uniform usampler2D u_inner;
uniform ivec2 u_inner_row;
uniform sampler2D u_directions_lower, u_directions_upper;
uniform ivec2 u_directions_lower_row;
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;
layout(location = 2) out vec4 o_product;

vec4 lower_at(uint block) {
    ivec2 at = hpyr_plane_texel(int(block == 0xFFFFFFFFu ? 0u : block), u_directions_lower_row);
    return texelFetch(u_directions_lower, at, 0) * float(block != 0xFFFFFFFFu);
}

vec4 upper_at(uint block) {
    ivec2 at = hpyr_plane_texel(int(block == 0xFFFFFFFFu ? 0u : block), u_directions_lower_row);
    return texelFetch(u_directions_upper, at, 0) * float(block != 0xFFFFFFFFu);
}

// Of the nodes of a plane across x, four in a block and twelve around them: those in the block, and
// for each of them the sums of the four beside it and of the four across a corner.
struct plane_sums {
    vec4 own, beside, across;
};

#ifdef HPYR_SCREENED
vec4 rows[16]; // directions along z from -1 to 2, for y in each plane across x
#endif

// The arguments are blocks (y, z) of the plane: m before, o at, p behind the own one.
plane_sums sums_of(int plane, vec4 mm, vec4 mo, vec4 mp, vec4 om, vec4 oo, vec4 op, vec4 pm, vec4 po, vec4 pp) {
    plane_sums s;
#ifdef HPYR_SCREENED
    rows[4 * plane] = vec4(mm.w, mo.zw, mp.z);
    rows[4 * plane + 1] = vec4(om.y, oo.xy, op.x);
    rows[4 * plane + 2] = vec4(om.w, oo.zw, op.z);
    rows[4 * plane + 3] = vec4(pm.y, po.xy, pp.x);
#endif
    s.own = oo;
    s.beside = vec4(mo.z + oo.z + om.y + oo.y, mo.w + oo.w + oo.x + op.x, oo.x + po.x + om.w + oo.w,
                    oo.y + po.y + oo.z + op.z);
    s.across = vec4(mm.w + mo.w + om.w + oo.w, mo.z + mp.z + oo.z + op.z, om.y + oo.y + pm.y + po.y,
                    oo.x + op.x + po.x + pp.x);
    return s;
}

plane_sums lower_plane(int plane, uvec4 a, uvec4 b, uint c) {
    return sums_of(plane, lower_at(a.x), lower_at(a.y), lower_at(a.z), lower_at(a.w), lower_at(b.x), lower_at(b.y),
                   lower_at(b.z), lower_at(b.w), lower_at(c));
}

plane_sums upper_plane(int plane, uvec4 a, uvec4 b, uint c) {
    return sums_of(plane, upper_at(a.x), upper_at(a.y), upper_at(a.z), upper_at(a.w), upper_at(b.x), upper_at(b.y),
                   upper_at(b.z), upper_at(b.w), upper_at(c));
}

vec4 rows_of(plane_sums before, plane_sums own, plane_sums behind) {
    return own.own * (8.0 / 3.0) - (own.across + before.beside + behind.beside) / 6.0 -
           (before.across + behind.across) / 12.0;
}

#ifdef HPYR_SCREENED
// Of three, that of cell -1, 0 or 1.
vec4 choose(int cell, vec4 a, vec4 b, vec4 c) {
    return cell < 0 ? a : cell == 0 ? b : c;
}

// Directions along z at a place between two of four rows of a plane across x.
vec4 row_at(int cell, float part, vec4 a, vec4 b, vec4 c, vec4 d) {
    return mix(choose(cell, a, b, c), choose(cell, b, c, d), part);
}

// The directions at a place in one of the block's cells. Only constants are indices, so rows can stay in registers.
float direction_at(ivec3 cell, vec3 part) {
    vec4 a = row_at(cell.y, part.y, rows[0], rows[1], rows[2], rows[3]);
    vec4 b = row_at(cell.y, part.y, rows[4], rows[5], rows[6], rows[7]);
    vec4 c = row_at(cell.y, part.y, rows[8], rows[9], rows[10], rows[11]);
    vec4 d = row_at(cell.y, part.y, rows[12], rows[13], rows[14], rows[15]);
    vec4 row = mix(choose(cell.x, a, b, c), choose(cell.x, b, c, d), part.x);
    vec2 z = cell.z < 0 ? row.xy : cell.z == 0 ? row.yz : row.zw;
    return mix(z.x, z.y, part.z);
}
#endif

void main() {
    int block = hpyr_target_texel();
    o_lower = o_upper = o_product = vec4(0.0);
    if (block >= u_blocks)
        return;
    uvec4 words[7];
    for (int i = 0; i < 7; i++)
        words[i] = texelFetch(u_around, hpyr_plane_texel(7 * block + i, u_around_row), 0);
    // Places 0 to 8 are before the block along x, 9 to 17 beside it, 18 to 26 behind it.
    plane_sums a = upper_plane(0, words[0], words[1], words[2].x);
    uvec4 middle = uvec4(words[2].yzw, words[3].x), more = uvec4(words[3].yzw, words[4].x);
    plane_sums b = lower_plane(1, middle, more, words[4].y), c = upper_plane(2, middle, more, words[4].y);
    plane_sums d = lower_plane(3, uvec4(words[4].zw, words[5].xy), uvec4(words[5].zw, words[6].xy), words[6].z);
    uint inner = hpyr_word(u_inner, u_inner_row, block);
    o_lower = rows_of(a, b, c);
    o_upper = rows_of(b, c, d);
#ifdef HPYR_SCREENED
    hpyr_cell_blocks blocks = hpyr_blocks_of_cells(words[0], words[1], words[2], words[3]);
    for (int i = 0; i < u_cells; i++) {
        ivec3 cell = hpyr_cell(i);
        vec4 sample_ = hpyr_sample(hpyr_block_of_cell(blocks, cell), cell);
        float amount = u_screening * sample_.w * direction_at(cell, sample_.xyz);
        vec4 yz = hpyr_sample_hats(cell, sample_.xyz);
        vec2 x = hpyr_hats(cell.x, sample_.x);
        o_lower += amount * x.x * yz;
        o_upper += amount * x.y * yz;
    }
#endif
    o_lower *= hpyr_mask(inner);
    o_upper *= hpyr_mask(inner >> 4);
    o_product.x = dot(o_lower, b.own) + dot(o_upper, c.own);
}
