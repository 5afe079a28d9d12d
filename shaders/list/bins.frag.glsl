// Finds the bins of entries among bounds, four entries a fragment, by bisection: the bin of an entry is
// the number of bounds that it has reached. NaN goes to the overflow bin.
#include "list/input.glsl"
#include "list/ordinal.glsl"
uniform usampler2D u_bounds; // ordinals: bin b + 1 begins at number b, which is in row b / 256
uniform uint u_bound_count;
uniform uint u_last; // larger ordinals are NaN
uniform uint u_bins; // number of bins, and number of the overflow bin
out uvec4 o_bins;

uint bound_at(uint bound) {
    return texelFetch(u_bounds, ivec2(bound & 255u, bound >> 8), 0).x;
}

// Where `which` is 1, takes from `yes`, where it is 0, from `no`.
uvec4 choose(uvec4 no, uvec4 yes, uvec4 which) {
    return no + (yes - no) * which;
}

void main() {
    uvec4 bits = hpyr_input_texel(hpyr_target_texel());
    uvec4 ordinals = uvec4(hpyr_ordinal(bits.x), hpyr_ordinal(bits.y), hpyr_ordinal(bits.z), hpyr_ordinal(bits.w));
    uvec4 low = uvec4(0u), high = uvec4(u_bound_count);
    while (any(lessThan(low, high))) { // one loop for all four, because compilers take long over loops
        uvec4 middle = (low + high) >> 1, open = uvec4(lessThan(low, high));
        uvec4 bounds = uvec4(bound_at(middle.x), bound_at(middle.y), bound_at(middle.z), bound_at(middle.w));
        uvec4 reached = uvec4(greaterThanEqual(ordinals, bounds));
        low = choose(low, middle + 1u, open * reached);
        high = choose(high, middle, open * (1u - reached));
    }
    low = choose(low, uvec4(u_bins), uvec4(greaterThan(ordinals, uvec4(u_last))));
    o_bins = low;
}
