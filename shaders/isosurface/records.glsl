// Reading what records.frag.glsl and count.frag.glsl wrote.
uniform usampler2DArray u_records;
uniform usampler2D u_before; // of the vertices or of the triangles

uvec4 edges_of_word(uint word) {
    return textureLod(u_records, vec3(coordinate_of(word >> 2), word & 3u), 0.0);
}

uvec4 cells_of_word(uint word) {
    return textureLod(u_records, vec3(coordinate_of(word >> 2), 4u + (word & 3u)), 0.0);
}

// Takes what lies before it off the key, and returns the word that owns it.
uint word_of_key(uint block, inout uint key) {
    uint before = textureLod(u_before, coordinate_of(block), 0.0).r;
    uvec3 sums = uvec3(before, before >> 9, before >> 18) & 511u;
    uint index = uint(key >= sums.x) + uint(key >= sums.y) + uint(key >= sums.z);
    key -= index == 0u ? 0u : index == 1u ? sums.x : index == 2u ? sums.y : sums.z;
    return 4u * block + index;
}

// Outputs of the bits of `words` below bit `count`, when one in plane i counts weights[i].
uint outputs_below(uvec3 words, uvec3 weights, uint count) {
    uvec3 bytes = hpyr_byte_counts(uvec4(words & ((1u << count) - 1u), 0u)).xyz * weights;
    return ((bytes.x + bytes.y + bytes.z) * 0x01010101u) >> 24;
}

// The bit that owns output `key`, and which of its outputs that is.
uint bit_of_key(uvec3 words, uvec3 weights, inout uint key) {
    uvec3 counts = hpyr_byte_counts(uvec4(words, 0u)).xyz * weights;
    uint sums = (counts.x + counts.y + counts.z) * 0x01010101u; // of bytes 0, 0..1, 0..2, 0..3
    uint at = 8u * (uint(key >= (sums & 255u)) + uint(key >= ((sums >> 8) & 255u)) + uint(key >= ((sums >> 16) & 255u)));
    key -= (sums << 8 >> at) & 255u;
    for (uint width = 4u; width > 0u; width >>= 1) {
        uvec3 part = (words >> at) & ((1u << width) - 1u);
        part -= (part >> 1) & 5u;
        part = (part & 3u) + (part >> 2);
        part *= weights;
        uint count = part.x + part.y + part.z;
        if (key >= count) {
            key -= count;
            at += width;
        }
    }
    return at;
}
