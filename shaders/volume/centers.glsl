// The voxels begin <= i < end have their centers within [low, high].
float begin_of(float low, float cells) {
    return clamp(ceil(low - 0.5), 0.0, cells);
}

float end_of(float high, float cells) {
    return clamp(floor(high - 0.5) + 1.0, 0.0, cells);
}
