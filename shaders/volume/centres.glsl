// Voxels whose centres lie within [low, high], as begin and end.
float begin_of(float low, float cells) {
    return clamp(ceil(low - 0.5), 0.0, cells);
}

float end_of(float high, float cells) {
    return clamp(floor(high - 0.5) + 1.0, 0.0, cells);
}
