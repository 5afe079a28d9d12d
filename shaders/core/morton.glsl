// Morton order in a leaf of 16 x 8 texels or, with fewer bits, a smaller one: from the lowest up, bits of an index are x y x y x y x.
ivec2 hpyr_morton_offset(int index) {
    return ivec2((index & 1) | ((index >> 1) & 2) | ((index >> 2) & 4) | ((index >> 3) & 8),
                 ((index >> 1) & 1) | ((index >> 2) & 2) | ((index >> 3) & 4));
}

int hpyr_morton_index(ivec2 offset) {
    return (offset.x & 1) | ((offset.y & 1) << 1) | ((offset.x & 2) << 1) | ((offset.y & 2) << 2) |
           ((offset.x & 4) << 2) | ((offset.y & 4) << 3) | ((offset.x & 8) << 3);
}
