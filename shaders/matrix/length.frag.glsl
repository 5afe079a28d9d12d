// Reads the number of all entries of a sparse matrix: the last one of its pointers.
#include "list/input.glsl"
uniform int u_last;
out uint o_length;

void main() {
    uvec4 pointers = hpyr_input_texel(u_last >> 2);
    o_length = hpyr_entry_of(pointers, u_last & 3);
}
