// Reads the records that count.frag.glsl and edges.frag.glsl wrote.
#include "core/popcount.glsl"
#include "isosurface/blocks.glsl"

uniform usampler2DArray u_records;
uniform usampler2D u_before; // running sums of vertices or of triangles

uvec4 edges_of_word(uint word) {
    return textureLod(u_records, vec3(coordinate_of(word >> 2), word & 3u), 0.0);
}

uvec4 cells_of_word(uint word) {
    return textureLod(u_records, vec3(coordinate_of(word >> 2), 4u + (word & 3u)), 0.0);
}

// Returns the word of the block that owns the key, and makes the key relative to it.
uint word_of_key(uint block, inout uint key) {
    uint before = textureLod(u_before, coordinate_of(block), 0.0).r;
    uvec3 sums = uvec3(before, before >> 9, before >> 18) & 511u;
    uint index = uint(key >= sums.x) + uint(key >= sums.y) + uint(key >= sums.z);
    key -= index == 0u ? 0u : index == 1u ? sums.x : index == 2u ? sums.y : sums.z;
    return 4u * block + index;
}

// Counts the outputs of bits 0 to count - 1. A set bit of words[i] has weights[i] outputs.
uint outputs_below(uvec3 words, uvec3 weights, uint count) {
    uvec3 bytes = hpyr_byte_counts(uvec4(words & ((1u << count) - 1u), 0u)).xyz * weights;
    return ((bytes.x + bytes.y + bytes.z) * 0x01010101u) >> 24;
}

// Returns which of four bytes owns output `key`, and makes the key relative to it. counts[i] holds
// the set bits of each byte of plane i; all outputs together are at most 255.
uint byte_of_key(uvec3 counts, uvec3 weights, inout uint key) {
    counts *= weights;
    uint sums = (counts.x + counts.y + counts.z) * 0x01010101u;
    uint at = uint(key >= (sums & 255u)) + uint(key >= ((sums >> 8) & 255u)) + uint(key >= ((sums >> 16) & 255u));
    key -= (sums << 8 >> (8u * at)) & 255u;
    return at;
}

// Returns the bit that owns output `key`, and makes the key relative to it.
uint bit_of_key(uvec3 words, uvec3 weights, inout uint key) {
    uint at = 8u * byte_of_key(hpyr_byte_counts(uvec4(words, 0u)).xyz, weights, key);
    uvec3 half_bytes = (words >> at) & 15u, pairs = half_bytes - ((half_bytes >> 1) & 5u);
    pairs = ((pairs & 3u) + (pairs >> 2)) * weights;
    uint count = pairs.x + pairs.y + pairs.z;
    if (key >= count) {
        key -= count;
        at += 4u;
    }
    return at + byte_of_key((((words >> at) & 15u) * 0x00204081u) & 0x01010101u, weights,
                            key); // spreads four bits to bytes
}
