// Finds points by bisection in their sorted keys.
#include "octree/words.glsl"
uniform usampler2D u_keys;
uniform ivec2 u_keys_row;

uint hpyr_key_at(int point) {
    return hpyr_word(u_keys, u_keys_row, point);
}

// For each of four keys, the first point of [first, end) that has this key or a larger one; or end.
ivec4 hpyr_find_points(uvec4 keys, int first, int end) {
    ivec4 low = ivec4(first), high = ivec4(end);
    while (any(lessThan(low, high))) { // one loop for all four, because compilers take long over loops
        ivec4 middle = (low + high) >> 1, open = ivec4(lessThan(low, high));
        uvec4 there = uvec4(hpyr_key_at(middle.x), hpyr_key_at(middle.y), hpyr_key_at(middle.z), hpyr_key_at(middle.w));
        ivec4 less = ivec4(lessThan(there, keys)) * open;
        low += less * (middle + 1 - low);
        high += (open - less) * (middle - high);
    }
    return low;
}

// The same for one key.
int hpyr_find_point(uint key, int first, int end) {
    int low = first, high = end;
    while (low < high) {
        int middle = (low + high) >> 1;
        bool is_less = hpyr_key_at(middle) < key;
        low = is_less ? middle + 1 : low;
        high = is_less ? high : middle;
    }
    return low;
}
