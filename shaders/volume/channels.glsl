// Writes a fragment's bits into HPYR_TARGETS targets of four channels, one slice a channel. Blending
// combines them with what is there.
layout(location = 0) out vec4 o_bits[HPYR_TARGETS];
uniform int u_first_slice;
uniform int u_depth; // slices of the volume

ivec4 slices_of_target(int target) {
    return ivec4(u_first_slice + 4 * target) + ivec4(0, 1, 2, 3);
}

// Slices begin <= z < end.
vec4 run_of_target(int begin, int end, int target) {
    ivec4 slices = slices_of_target(target);
    return vec4(greaterThanEqual(slices, ivec4(begin))) * vec4(lessThan(slices, ivec4(end)));
}

void write_run(int begin, int end) {
#define HPYR_WRITE_RUN(i) o_bits[i] = run_of_target(begin, end, i);
    HPYR_EACH_TARGET(HPYR_WRITE_RUN)
}

void write_slice(int slice) {
#define HPYR_WRITE_SLICE(i) o_bits[i] = vec4(equal(slices_of_target(i), ivec4(slice)));
    HPYR_EACH_TARGET(HPYR_WRITE_SLICE)
}

// Flips slice `begin` alone; parity.frag.glsl flips all above it.
void flip_above(int begin) {
    write_slice(begin);
}
