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
