// Cells of which some corners are inside and some are not: they are mixed.
// `inside` has a bit for each of the 27 vertices of eight cells: vertex (x, y, z) is bit 9 x + 3 y + z.
// The result has a bit for each of the eight.
uint hpyr_mixed(uint inside) {
    const uint corners = 0x361Bu; // of the first cell
    uint mixed_ = 0u;
    for (int child = 0; child < 8; child++) {
        uint bits = inside >> (9 * (child >> 2) + 3 * (child >> 1 & 1) + (child & 1)) & corners;
        mixed_ |= bits == 0u || bits == corners ? 0u : 1u << child;
    }
    return mixed_;
}
