// Pixels of a row of an image that is mirrored at its borders: -1 is pixel 0, -2 is pixel 1, `count` is count - 1, and so on.
// The lowest one is -2000 * count.
ivec4 mirrored(ivec4 pixels, int count) {
    ivec4 places = (pixels + 2000 * count) % (2 * count); // no negative number is divided
    return min(places, 2 * count - 1 - places);
}
