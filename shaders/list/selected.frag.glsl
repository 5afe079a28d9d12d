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

int lowest_bit(uint word) {
    return int(hpyr_popcount(uvec4((word & (~word + 1u)) - 1u, 0u, 0u, 0u)));
}

int first_bit() {
    return set_bits.x != 0u   ? lowest_bit(set_bits.x)
           : set_bits.y != 0u ? 32 + lowest_bit(set_bits.y)
           : set_bits.z != 0u ? 64 + lowest_bit(set_bits.z)
                              : 96 + lowest_bit(set_bits.w);
}

uint next_position(uint key) {
    int bit;
    if (set_bits == uvec4(0u)) {
        uvec4 point = hpyr_point_at(key);
        column = hpyr_number_of_column(point.xy) * 128u;
        set_bits = hpyr_leaf(ivec2(point.xy), 0);
        bit = int(point.z);
    } else {
        bit = first_bit();
    }
    keep_bits_from(bit + 1);
    return column + uint(bit);
}

void main() {
    uint key = uint(hpyr_target_texel()) << 2, total = texelFetch(u_found, ivec2(0), 0).x;
    set_bits = o_entries = uvec4(0u);
    if (key < total)
        o_entries.x = next_position(key);
    if (key + 1u < total)
        o_entries.y = next_position(key + 1u);
    if (key + 2u < total)
        o_entries.z = next_position(key + 2u);
    if (key + 3u < total)
        o_entries.w = next_position(key + 3u);
}
#endif
