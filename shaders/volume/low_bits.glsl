// Returns words whose lowest `count` bits are set.
uvec4 low_bits(ivec4 count) {
    uvec4 inside = uvec4(clamp(count, 0, 31));
    return ((uvec4(1u) << inside) - 1u) | (uvec4(greaterThanEqual(count, ivec4(32))) << 31);
}
