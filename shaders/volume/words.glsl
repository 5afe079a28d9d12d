// Writes a fragment's bits into HPYR_TARGETS layers of 128 slices. Logic operations combine them with
// what is there.
// HPYR_EACH_TARGET: see reduce_volume.frag.glsl.
#include "volume/low_bits.glsl"

layout(location = 0) out uvec4 o_bits[HPYR_TARGETS];
uniform int u_first_slice;
uniform int u_depth; // slices of the volume

// Slices begin <= z < end, as bits of the layer that starts at `first_slice`.
uvec4 run_of_layer(int begin, int end, int first_slice) {
    ivec4 words = ivec4(first_slice) + ivec4(0, 32, 64, 96);
    return low_bits(end - words) & ~low_bits(begin - words);
}

void write_run(int begin, int end) {
#define HPYR_WRITE_RUN(i) o_bits[i] = run_of_layer(begin, end, u_first_slice + 128 * i);
    HPYR_EACH_TARGET(HPYR_WRITE_RUN)
}

// The bit of `slice` in the layer that starts at `first_slice`; 0 if the slice is not there.
uvec4 bit_of_layer(int slice, int first_slice) {
    int bit = slice - first_slice;
    return uvec4(equal(ivec4(bit >> 5), ivec4(0, 1, 2, 3))) * (1u << uint(bit & 31));
}

void write_slice(int slice) {
#define HPYR_WRITE_SLICE(i) o_bits[i] = bit_of_layer(slice, u_first_slice + 128 * i);
    HPYR_EACH_TARGET(HPYR_WRITE_SLICE)
}

// Flips slice `begin` and all above it.
void flip_above(int begin) {
    write_run(begin, u_depth);
}
