// Every third bit of a key, together.
uint hpyr_bits_of_key(uint key) {
    key &= 0x09249249u;
    key = (key | (key >> 2)) & 0x030C30C3u;
    key = (key | (key >> 4)) & 0x0300F00Fu;
    key = (key | (key >> 8)) & 0x030000FFu;
    return (key | (key >> 16)) & 0x3FFu;
}

ivec3 hpyr_cell_of_key(uint key) {
    return ivec3(hpyr_bits_of_key(key >> 2), hpyr_bits_of_key(key >> 1), hpyr_bits_of_key(key));
}

// Moves the bits of a coordinate apart, two zeros between them.
uint hpyr_spread(uint bits) {
    bits = (bits | (bits << 16)) & 0x030000FFu;
    bits = (bits | (bits << 8)) & 0x0300F00Fu;
    bits = (bits | (bits << 4)) & 0x030C30C3u;
    return (bits | (bits << 2)) & 0x09249249u;
}

uint hpyr_key_of_cell(ivec3 cell) {
    return (hpyr_spread(uint(cell.x)) << 2) | (hpyr_spread(uint(cell.y)) << 1) | hpyr_spread(uint(cell.z));
}
