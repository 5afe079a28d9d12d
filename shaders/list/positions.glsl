// Finds the positions of one key after the other, in a pyramid of layout BITS over the bits of a list. A traversal finds the first
// position. The next ones are the next set bits of its column, and of the columns behind it. Where one of those has no bits, there is
// another traversal.
#include "core/keys.glsl"
#include "list/columns.glsl"
#include "core/popcount.glsl"

// Gets the position of key number `i`, counted from the first one. Whoever includes this file defines it.
void hpyr_put(uint i, uint position);

uvec4 hpyr_set_bits; // of the column, behind the last position

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

// Calls hpyr_put for `count` keys, at least one, from key `first` on. Conditions stand behind the loops: drivers that run fragments side by
// side leave a loop at its end, and would pay for a body that none of them needs. In a pyramid that could not be drawn columns have no
// bits; each traversal puts something all the same, so the loops end.
void hpyr_put_positions(uint first, uint count) {
    uint i = 0u;
    do {
        uvec4 point = hpyr_point_at(first + i);
        uint column = hpyr_number_of_column(point.xy);
        hpyr_set_bits = hpyr_leaf(ivec2(point.xy), 0);
        hpyr_keep_bits_from(int(point.z));
        do {
            do {
                hpyr_put(i, column * 128u + uint(hpyr_take_first_bit()));
                i++;
            } while (i < count && hpyr_set_bits != uvec4(0u));
            if (i < count)
                hpyr_set_bits = hpyr_leaf(ivec2(hpyr_column_of_number(++column)), 0);
        } while (i < count && hpyr_set_bits != uvec4(0u));
    } while (i < count);
}
