// Adds up the products of each row of a sparse matrix, four rows a fragment. A row is a range of entries.
// Its two ends are added up from products, what is between them from sums of 16 products, and what is
// between the ends of that from sums of 256: a range in a pyramid of sums.
#include "list/input.glsl"
#include "list/length.glsl"
uniform uint u_rows;
uniform usampler2D u_products;
uniform ivec2 u_products_row;
uniform usampler2D u_sixteens;
uniform ivec2 u_sixteens_row;
uniform usampler2D u_blocks; // of 256
uniform ivec2 u_blocks_row;
out uvec4 o_sums;

// Adds those of four numbers that are in the range. Others may be NaN.
float four(uvec4 bits, uint texel, uint first, uint end) {
    vec4 numbers = uintBitsToFloat(bits);
    uvec4 at = uvec4(texel << 2) + uvec4(0u, 1u, 2u, 3u);
    numbers = vec4(at.x >= first && at.x < end ? numbers.x : 0.0, at.y >= first && at.y < end ? numbers.y : 0.0,
                   at.z >= first && at.z < end ? numbers.z : 0.0, at.w >= first && at.w < end ? numbers.w : 0.0);
    return (numbers.x + numbers.y) + (numbers.z + numbers.w);
}

float products_of(uint first, uint end) {
    float sum = 0.0;
    for (uint texel = first >> 2; (texel << 2) < end; texel++)
        sum += four(texelFetch(u_products, hpyr_plane_texel(int(texel), u_products_row), 0), texel, first, end);
    return sum;
}

float sixteens_of(uint first, uint end) {
    float sum = 0.0;
    for (uint texel = first >> 2; (texel << 2) < end; texel++)
        sum += four(texelFetch(u_sixteens, hpyr_plane_texel(int(texel), u_sixteens_row), 0), texel, first, end);
    return sum;
}

float blocks_of(uint first, uint end) {
    float sum = 0.0;
    for (uint texel = first >> 2; (texel << 2) < end; texel++)
        sum += four(texelFetch(u_blocks, hpyr_plane_texel(int(texel), u_blocks_row), 0), texel, first, end);
    return sum;
}

// Sums of 16, from `first` on.
float middle_of(uint first, uint end) {
    uint first_block = (first + 15u) >> 4, end_block = end >> 4;
    if (first_block >= end_block)
        return sixteens_of(first, end);
    return (sixteens_of(first, first_block << 4) + sixteens_of(end_block << 4, end)) +
           blocks_of(first_block, end_block);
}

float sum_of(uint first, uint end) {
    uint first_sixteen = (first + 15u) >> 4, end_sixteen = end >> 4;
    if (first_sixteen >= end_sixteen)
        return products_of(first, end);
    return (products_of(first, first_sixteen << 4) + products_of(end_sixteen << 4, end)) +
           middle_of(first_sixteen, end_sixteen);
}

uint pointer_at(uint row) {
    uvec4 pointers = hpyr_input_texel(int(row >> 2));
    return min(hpyr_entry_of(pointers, int(row & 3u)), hpyr_length());
}

void main() {
    uint row = uint(hpyr_target_texel()) << 2, first = pointer_at(row);
    o_sums = uvec4(0u);
    for (uint i = 0u; i < 4u && row + i < u_rows; i++) {
        uint end = pointer_at(row + i + 1u), sum = floatBitsToUint(sum_of(first, end));
        o_sums = uvec4(i == 0u ? sum : o_sums.x, i == 1u ? sum : o_sums.y, i == 2u ? sum : o_sums.z,
                       i == 3u ? sum : o_sums.w);
        first = end;
    }
}
