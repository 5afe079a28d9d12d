// Pixels of a row of an image that is mirrored at its borders: -1 is pixel 0, -2 is pixel 1, `count` is count - 1, and so on.
// HPYR_FAR: pixels may lie farther away from the image than it is wide, but not below -2000 * count.
ivec4 mirrored(ivec4 pixels, int count) {
#ifdef HPYR_FAR
    ivec4 places = (pixels + 2000 * count) % (2 * count); // no negative number is divided
#else
    ivec4 places = max(pixels, -1 - pixels);
#endif
    return max(min(places, 2 * count - 1 - places),
               0); // a block of a single pixel lies farther, but there is only pixel 0
}
