// Writes the row of each entry of a sparse matrix, four entries a fragment, by bisection: the number of
// pointers behind the first one that the entry has reached.
#include "list/input.glsl"
#include "list/length.glsl"
uniform uint u_rows;
out uvec4 o_rows;

uint pointer_at(uint row) {
    uvec4 pointers = hpyr_input_texel(int(row >> 2));
    return hpyr_entry_of(pointers, int(row & 3u));
}

void main() {
    int texel = hpyr_target_texel();
    uvec4 entries = (uvec4(texel) << 2) + uvec4(0u, 1u, 2u, 3u);
    uvec4 low = uvec4(0u), high = uvec4(u_rows - 1u);
    while (any(lessThan(low, high))) { // one loop for all four, because compilers take long over loops
        uvec4 middle = (low + high + 1u) >> 1, open = uvec4(lessThan(low, high));
        uvec4 pointers = uvec4(pointer_at(middle.x), pointer_at(middle.y), pointer_at(middle.z), pointer_at(middle.w));
        uvec4 reached = uvec4(lessThanEqual(pointers, entries));
        low += (middle - low) * open * reached;
        high -= (high - middle + 1u) * open * (1u - reached);
    }
    o_rows = hpyr_clip(low, texel, hpyr_length());
}
