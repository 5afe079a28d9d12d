// Conjugate gradients: the matrix times the directions, for the eight nodes of a block, and sums over these: of the
// products with the directions, of their squares, and of the squares of the residuals. The numbers of 64 nodes are
// needed, which lie in 36 texels.
// A row of the matrix has 27 numbers: 8/3 for the vertex itself, 0 for those that share an edge with
// it, -1/6 across a face, -1/12 across a cell.
// HPYR_SCREENED: the matrix has what screening adds to it. With the numbers of these nodes, the directions
// are interpolated at the samples of 27 cells.
// Source: Zhou et al. 2011, section IV-A; Kazhdan and Hoppe 2013, section 3.
#include "core/popcount.glsl"
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
uniform sampler2D u_residuals_lower, u_residuals_upper;
uniform float u_unit; // all that is summed is multiplied by it, so that squares are finite
#ifdef HPYR_SCREENED
uniform usampler2D u_sampled; // a word a block: which cells have a sample, see sampled.frag.glsl
uniform ivec2 u_sampled_row;
#endif
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;
layout(location = 2) out vec4 o_sums;

vec4 numbers_of(sampler2D numbers, uint block) {
    ivec2 at = hpyr_plane_texel(int(block == 0xFFFFFFFFu ? 0u : block), u_directions_lower_row);
    return texelFetch(numbers, at, 0) * float(block != 0xFFFFFFFFu);
}

// Of the nodes of a plane across x, four in a block and twelve around them: those in the block, and
// for each of them the sums of the four beside it and of the four across a corner.
struct plane_sums {
    vec4 own, beside, across;
    mat4 rows; // all of them: a column for each y, from -1 to 2, and in it those along z
};

// Nodes along z, from -1 to 2: the lower or the upper ones of three blocks, before, at and behind the own one.
vec4 lower_row(vec4 before, vec4 at, vec4 behind) {
    return vec4(before.y, at.xy, behind.x);
}

vec4 upper_row(vec4 before, vec4 at, vec4 behind) {
    return vec4(before.w, at.zw, behind.z);
}

// The rows of a plane along y: that before the block, those in it, and that behind it.
plane_sums first_row(sampler2D numbers, uvec3 blocks) {
    vec4 row = upper_row(numbers_of(numbers, blocks.x), numbers_of(numbers, blocks.y), numbers_of(numbers, blocks.z));
    return plane_sums(vec4(0.0), vec4(row.yz, 0.0, 0.0), vec4(row.xy + row.zw, 0.0, 0.0),
                      mat4(row, vec4(0.0), vec4(0.0), vec4(0.0)));
}

void add_rows(sampler2D numbers, uvec3 blocks, inout plane_sums s) {
    vec4 before = numbers_of(numbers, blocks.x), at = numbers_of(numbers, blocks.y);
    vec4 behind = numbers_of(numbers, blocks.z);
    vec4 low = lower_row(before, at, behind), high = upper_row(before, at, behind);
    vec4 across = vec4(low.xy + low.zw, high.xy + high.zw);
    s.own = at;
    s.rows[1] = low;
    s.rows[2] = high;
    s.beside += vec4(high.yz, low.yz) + across;
    s.across += across.zwxy;
}

void add_last_row(sampler2D numbers, uvec3 blocks, inout plane_sums s) {
    vec4 row = lower_row(numbers_of(numbers, blocks.x), numbers_of(numbers, blocks.y), numbers_of(numbers, blocks.z));
    s.beside.zw += row.yz;
    s.across.zw += row.xy + row.zw;
    s.rows[3] = row;
}

// What the nodes of a plane add to the rows of the four in the block, and of the four beside those in another plane.
vec4 rows_in(plane_sums s) {
    return s.own * (8.0 / 3.0) - s.across / 6.0;
}

vec4 rows_beside(plane_sums s) {
    return -(2.0 * s.beside + s.across) / 12.0;
}

#ifdef HPYR_SCREENED
// Of three, that of cell -1, 0 or 1.
vec4 choose(int cell, vec4 a, vec4 b, vec4 c) {
    return cell < 0 ? a : cell == 0 ? b : c;
}

// Directions along z at a place between two of the rows of a plane.
vec4 row_at(int cell, float part, mat4 plane) {
    return mix(choose(cell, plane[0], plane[1], plane[2]), choose(cell, plane[1], plane[2], plane[3]), part);
}

// The samples of nine cells, of which `cells` has a bit each, times the directions there, for the vertices of
// the block. `low` and `high` are the planes before and behind these cells.
void add_cells(hpyr_cell_blocks blocks, uint cells, int x, mat4 low, mat4 high) {
    if (cells == 0u)
        return;
    do {
        uint lowest = cells & (~cells + 1u);
        int i = hpyr_number_of_bit(lowest), y = i * 11 >> 5;
        cells ^= lowest;
        ivec3 cell = ivec3(x, y - 1, i - 3 * y - 1);
        vec4 sample_ = hpyr_sample(hpyr_block_of_cell(blocks, cell), cell);
        vec4 row = mix(row_at(cell.y, sample_.y, low), row_at(cell.y, sample_.y, high), sample_.x);
        vec2 z = cell.z < 0 ? row.xy : cell.z == 0 ? row.yz : row.zw;
        vec2 amounts = u_screening * sample_.w * mix(z.x, z.y, sample_.z) * hpyr_hats(x, sample_.x);
        vec4 yz = hpyr_sample_hats(cell, sample_.xyz);
        o_lower += amounts.x * yz;
        o_upper += amounts.y * yz;
    } while (cells != 0u);
}
#endif

uvec4 words_of(int block, int texel) {
    return texelFetch(u_around, hpyr_plane_texel(7 * block + texel, u_around_row), 0);
}

void main() {
    int block = hpyr_target_texel();
    o_lower = o_upper = o_sums = vec4(0.0);
    if (block >= u_blocks)
        return;
    // Places 0 to 8 are before the block along x, 9 to 17 beside it, 18 to 26 behind it. The two planes of the
    // block are read together, because they have the same places: kept for the second plane, these take 27 registers.
    uvec4 words0 = words_of(block, 0), words1 = words_of(block, 1), words2 = words_of(block, 2);
    plane_sums a = first_row(u_directions_upper, words0.xyz);
    add_rows(u_directions_upper, uvec3(words0.w, words1.xy), a);
    add_last_row(u_directions_upper, uvec3(words1.zw, words2.x), a);
    uvec4 words3 = words_of(block, 3), words4 = words_of(block, 4);
    plane_sums b = first_row(u_directions_lower, words2.yzw), c = first_row(u_directions_upper, words2.yzw);
    add_rows(u_directions_lower, words3.xyz, b);
    add_rows(u_directions_upper, words3.xyz, c);
    add_last_row(u_directions_lower, uvec3(words3.w, words4.xy), b);
    add_last_row(u_directions_upper, uvec3(words3.w, words4.xy), c);
    o_lower = rows_beside(a) + rows_in(b) + rows_beside(c);
    o_upper = rows_beside(b) + rows_in(c);
#ifdef HPYR_SCREENED
    hpyr_cell_blocks blocks = hpyr_blocks_of_cells(words0, words1, words2, words3);
    uint sampled = hpyr_word(u_sampled, u_sampled_row, block);
    add_cells(blocks, sampled & 511u, -1, a.rows, b.rows);
    add_cells(blocks, (sampled >> 9) & 511u, 0, b.rows, c.rows);
#endif
    uvec4 words5 = words_of(block, 5), words6 = words_of(block, 6);
    plane_sums d = first_row(u_directions_lower, uvec3(words4.zw, words5.x));
    add_rows(u_directions_lower, words5.yzw, d);
    add_last_row(u_directions_lower, words6.xyz, d);
    o_upper += rows_beside(d);
#ifdef HPYR_SCREENED
    add_cells(blocks, sampled >> 18, 1, c.rows, d.rows);
#endif
    uint inner = hpyr_word(u_inner, u_inner_row, block);
    o_lower *= hpyr_mask(inner);
    o_upper *= hpyr_mask(inner >> 4);
    ivec2 at = hpyr_plane_texel(block, u_directions_lower_row);
    vec4 lower = u_unit * texelFetch(u_residuals_lower, at, 0), upper = u_unit * texelFetch(u_residuals_upper, at, 0);
    vec4 product_lower = u_unit * o_lower, product_upper = u_unit * o_upper;
    o_sums.x = u_unit * (dot(product_lower, b.own) + dot(product_upper, c.own));
    o_sums.y = dot(product_lower, product_lower) + dot(product_upper, product_upper);
    o_sums.z = dot(lower, lower) + dot(upper, upper);
}
