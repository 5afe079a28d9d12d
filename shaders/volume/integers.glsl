// Computes a * b - c * d of whole numbers up to 2^26 exactly, in pieces of 13 bits. The result is
// high * 2^26 + low, 0 <= low < 2^26. The area of a sliver is such a small difference of products.
const float EXACT = 33554432.0; // 2^25: coordinates up to it have differences up to 2^26

struct wide {
    int high, low;
};

wide cross_exact(int a, int b, int c, int d) {
    int a1 = a >> 13, a0 = a & 8191, b1 = b >> 13, b0 = b & 8191, c1 = c >> 13, c0 = c & 8191, d1 = d >> 13,
        d0 = d & 8191;
    int low = a0 * b0 - c0 * d0;
    int middle = a1 * b0 + a0 * b1 - c1 * d0 - c0 * d1 + (low >> 13);
    return wide(a1 * b1 - c1 * d1 + (middle >> 13), ((middle & 8191) << 13) + (low & 8191));
}

// Rounds once. It makes both parts non-negative first, so that nothing cancels.
float to_float(wide w) {
    if (w.high >= 0)
        return float(w.high) * 67108864.0 + float(w.low);
    return w.low == 0 ? float(w.high) * 67108864.0 : -(float(-1 - w.high) * 67108864.0 + float(67108864 - w.low));
}
