// Writes the positions of the entries that were selected, four a fragment, or how many there are.
// A traversal finds the first position. The next ones are the next set bits of its column, as long as
// the column has any.
// HPYR_WRITE: 0 how many there are, into one texel; 1 their positions.
#include "list/columns.glsl"
#include "list/plane.glsl"
out uvec4 o_entries;

#if HPYR_WRITE == 0
void main() {
    o_entries = uvec4(hpyr_node(ivec2(0), HPYR_TOP, 0).x, 0u, 0u, 0u);
}
#else
uniform usampler2D u_found;

uvec4 set_bits; // of the column, behind the last position
uint column;

// Keeps the bits of a word from bit `bit` on, which counts from the first bit of the column.
uint keep_from(uint word, int bit) {
    return bit <= 0 ? word : bit >= 32 ? 0u : word & ~((1u << uint(bit)) - 1u);
}

void keep_bits_from(int bit) {
    set_bits = uvec4(keep_from(set_bits.x, bit), keep_from(set_bits.y, bit - 32), keep_from(set_bits.z, bit - 64),
                     keep_from(set_bits.w, bit - 96));
}

// Removes the first of the set bits, and returns its number.
int take_first_bit() {
    uvec4 lowest = set_bits & (~set_bits + 1u);
    bool x = lowest.x != 0u, y = !x && lowest.y != 0u, z = !x && !y && lowest.z != 0u, w = !x && !y && !z;
    uint bit = x ? lowest.x : y ? lowest.y : z ? lowest.z : lowest.w;
    set_bits ^= uvec4(x, y, z, w) * bit;
    // A float's exponent is the logarithm of a number with one bit.
    return (x ? 0 : y ? 32 : z ? 64 : 96) + int(floatBitsToUint(float(bit)) >> 23) - 127;
}

// Loops stand here for conditions, since drivers that run fragments side by side leave a loop as soon
// as none of them goes on, but may compute both sides of an if.
uint next_position(uint key) {
    while (set_bits == uvec4(0u)) {
        uvec4 point = hpyr_point_at(key);
        column = hpyr_number_of_column(point.xy) * 128u;
        set_bits = hpyr_leaf(ivec2(point.xy), 0);
        keep_bits_from(int(point.z));
    }
    return column + uint(take_first_bit());
}

void main() {
    uint first = uint(hpyr_target_texel()) << 2, total = texelFetch(u_found, ivec2(0), 0).x;
    set_bits = o_entries = uvec4(0u);
    for (uint i = 0u; i < 4u && first + i < total; i++) {
        uint position = next_position(first + i);
        o_entries = uvec4(i == 0u ? position : o_entries.x, i == 1u ? position : o_entries.y,
                          i == 2u ? position : o_entries.z, i == 3u ? position : o_entries.w);
    }
}
#endif
