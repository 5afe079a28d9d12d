// Finds the positions of one key after the other, in a pyramid of layout BITS over the bits of a list. A
// traversal finds the first position. The next ones are the next set bits of its column, as long as the
// column has any.
#include "core/keys.glsl"
#include "list/columns.glsl"
#include "core/popcount.glsl"

uvec4 hpyr_set_bits = uvec4(0u); // of the column, behind the last position
uint hpyr_column;
uint hpyr_asked = 0xFFFFFFFFu; // the key that was last asked for

// Keeps the bits of a word from bit `bit` on, which counts from the first bit of the column.
uint hpyr_keep_from(uint word, int bit) {
    return bit <= 0 ? word : bit >= 32 ? 0u : word & ~((1u << uint(bit)) - 1u);
}

void hpyr_keep_bits_from(int bit) {
    hpyr_set_bits = uvec4(hpyr_keep_from(hpyr_set_bits.x, bit), hpyr_keep_from(hpyr_set_bits.y, bit - 32),
                          hpyr_keep_from(hpyr_set_bits.z, bit - 64), hpyr_keep_from(hpyr_set_bits.w, bit - 96));
}

// Removes the first of the set bits, and returns its number.
int hpyr_take_first_bit() {
    uvec4 lowest = hpyr_set_bits & (~hpyr_set_bits + 1u);
    bool x = lowest.x != 0u, y = !x && lowest.y != 0u, z = !x && !y && lowest.z != 0u, w = !x && !y && !z;
    uint bit = x ? lowest.x : y ? lowest.y : z ? lowest.z : lowest.w;
    hpyr_set_bits ^= uvec4(x, y, z, w) * bit;
    return (x ? 0 : y ? 32 : z ? 64 : 96) + hpyr_number_of_bit(bit);
}

// Loops stand here for conditions, since drivers that run fragments side by side leave a loop as soon
// as none of them goes on, but may compute both sides of an if. A key is asked for once, so the loop also
// ends where its column has no bits, as in a pyramid that could not be drawn.
uint hpyr_next_position(uint key) {
    while (hpyr_set_bits == uvec4(0u) && hpyr_asked != key) {
        hpyr_asked = key;
        uvec4 point = hpyr_point_at(key);
        hpyr_column = hpyr_number_of_column(point.xy) * 128u;
        hpyr_set_bits = hpyr_leaf(ivec2(point.xy), 0);
        hpyr_keep_bits_from(int(point.z));
    }
    return hpyr_column + uint(hpyr_take_first_bit());
}
