// The number of a column in Z-order: bits of x and y in turn, x first.
uint hpyr_spread(uint bits) {
    bits = (bits | (bits << 8)) & 0x00FF00FFu;
    bits = (bits | (bits << 4)) & 0x0F0F0F0Fu;
    bits = (bits | (bits << 2)) & 0x33333333u;
    return (bits | (bits << 1)) & 0x55555555u;
}

uint hpyr_number_of_column(uvec2 column) {
    return hpyr_spread(column.x) | (hpyr_spread(column.y) << 1);
}

uint hpyr_gather(uint bits) {
    bits &= 0x55555555u;
    bits = (bits | (bits >> 1)) & 0x33333333u;
    bits = (bits | (bits >> 2)) & 0x0F0F0F0Fu;
    bits = (bits | (bits >> 4)) & 0x00FF00FFu;
    return (bits | (bits >> 8)) & 0x0000FFFFu;
}

uvec2 hpyr_column_of_number(uint number) {
    return uvec2(hpyr_gather(number), hpyr_gather(number >> 1));
}
