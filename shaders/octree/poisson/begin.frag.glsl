// Begins the solution at a depth: hands down what the depths above have found, and computes what is
// left to solve: b - (integrals of grad hat . grad f of the depths above).
// f of the depth above is known at the 27 vertices around the cell that is a block's parent. Along an
// axis, a vertex with bit 0 lies at one of them, one with bit 1 lies half way to the next one.
// HPYR_TOP: there is no depth above. HPYR_SCREENED: minus what screening demands of it, too.
// Source: Zhou et al. 2011, equation 8; Kazhdan and Hoppe 2013, section 3.
#include "octree/neighbors.glsl"
#include "octree/words.glsl"
#include "octree/poisson/cube.glsl"
#include "octree/poisson/halves.glsl"
#include "octree/poisson/screening.glsl"
uniform int u_blocks;
uniform int u_vertices;      // 27
uniform float u_scale;       // of b
uniform usampler2D u_around; // of this depth; of the words only the parent is read
uniform ivec2 u_around_row;
uniform usampler2D u_above; // the same of the depth above
uniform ivec2 u_above_row;
uniform usampler2D u_inner;
uniform ivec2 u_inner_row;
uniform sampler2D u_values_lower, u_values_upper; // of the depth above
uniform ivec2 u_values_lower_row;
uniform sampler2D u_divergence_lower, u_divergence_upper;
uniform ivec2 u_divergence_lower_row;
layout(location = 0) out vec4 o_values_lower;
layout(location = 1) out vec4 o_values_upper;
layout(location = 2) out vec4 o_residual_lower;
layout(location = 3) out vec4 o_residual_upper;

int hpyr_around(int block, int place) {
    uvec4 words = texelFetch(u_above, hpyr_plane_texel(7 * block + (place >> 2), u_above_row), 0);
    return int(hpyr_entry_of(words, place & 3));
}

float value_beside(int parent, ivec3 direction) {
    int node = hpyr_beside(parent, direction);
    if (node == hpyr_none)
        return 0.0;
    ivec2 at = hpyr_plane_texel(node >> 3, u_values_lower_row);
    vec4 values = (node & 4) == 0 ? texelFetch(u_values_lower, at, 0) : texelFetch(u_values_upper, at, 0);
    return hpyr_value_of(values, node & 3);
}

// For the vertices with bit 0 and 1, and the vertex of the depth above at -1, 0 or 1: the integral of both
// hats, in cells of this depth; and that of their derivatives.
vec2 masses(int way) {
    return way < 0 ? vec2(1.0 / 12.0, 0.0) : way == 0 ? vec2(5.0 / 6.0, 0.5) : vec2(1.0 / 12.0, 0.5);
}
vec2 slopes(int way) {
    return way == 0 ? vec2(1.0, 0.0) : vec2(-0.5, 0.0);
}

#ifdef HPYR_SCREENED
// f of the depth above at a place in one of the block's cells, which are counted from -1 on.
float value_at(ivec3 cell, vec3 part) {
    bvec3 upper = greaterThanEqual(cell, ivec3(0));
    return hpyr_in_cube(upper, 0.5 * (vec3(cell) + part) + vec3(not(upper)));
}

// The block of a cell, read where it is needed: eight of them beside the cube are too many for registers.
uint block_of(int block, ivec3 cell) {
    ivec3 places = ivec3(greaterThanEqual(cell, ivec3(0)));
    int place = 9 * places.x + 3 * places.y + places.z;
    return hpyr_entry_of(texelFetch(u_around, hpyr_plane_texel(7 * block + (place >> 2), u_around_row), 0), place & 3);
}

void screen(int block) {
    for (int i = 0; i < u_cells; i++) {
        ivec3 cell = hpyr_cell(i);
        vec4 sample_ = hpyr_sample(block_of(block, cell), cell);
        float amount = -u_screening * sample_.w * (value_at(cell, sample_.xyz) - u_screening_target);
        vec4 yz = hpyr_sample_hats(cell, sample_.xyz);
        vec2 x = hpyr_hats(cell.x, sample_.x);
        o_residual_lower += amount * x.x * yz;
        o_residual_upper += amount * x.y * yz;
    }
}
#endif

// f of the depth above at the eight vertices: the means of one, two, four or eight of its values.
void interpolate() {
    vec2 a = hpyr_cube[3].yz, b = hpyr_cube[4].xy, c = hpyr_cube[5].zw, d = hpyr_cube[6].yz;
    vec4 lower = vec4(a.x, a.x + a.y, a.x + b.x, a.x + a.y + b.x + b.y), upper = lower + c.x;
    upper.yw += c.y;
    upper.zw += d.x;
    upper.w += d.y;
    o_values_lower = lower * vec4(1.0, 0.5, 0.5, 0.25);
    o_values_upper = upper * vec4(0.5, 0.25, 0.25, 0.125);
}

void main() {
    int block = hpyr_target_texel();
    o_values_lower = o_values_upper = o_residual_lower = o_residual_upper = vec4(0.0);
    if (block >= u_blocks)
        return;
    ivec2 at = hpyr_plane_texel(block, u_divergence_lower_row);
    o_residual_lower = u_scale * texelFetch(u_divergence_lower, at, 0);
    o_residual_upper = u_scale * texelFetch(u_divergence_upper, at, 0);
#ifndef HPYR_TOP
    int parent = int(texelFetch(u_around, hpyr_plane_texel(7 * block + 6, u_around_row), 0).w);
    for (int i = 0; i < u_vertices; i++) {
        ivec3 way = ivec3(i / 9, i / 3 % 3, i % 3) - 1;
        float value = value_beside(parent, way);
        hpyr_add_to_cube(value);
        vec2 mx = masses(way.x), sx = slopes(way.x), my = masses(way.y), mz = masses(way.z);
        vec4 mass = my.xxyy * mz.xyxy, slope = slopes(way.y).xxyy * mz.xyxy + my.xxyy * slopes(way.z).xyxy;
        o_residual_lower -= value * (sx.x * mass + mx.x * slope);
        o_residual_upper -= value * (sx.y * mass + mx.y * slope);
    }
#endif
#ifdef HPYR_SCREENED
    screen(block);
#endif
#ifndef HPYR_TOP
    interpolate();
#endif
    uint inner = hpyr_word(u_inner, u_inner_row, block);
    vec4 mask_lower = hpyr_mask(inner), mask_upper = hpyr_mask(inner >> 4);
    o_values_lower *= mask_lower;
    o_values_upper *= mask_upper;
    o_residual_lower *= mask_lower;
    o_residual_upper *= mask_upper;
}
