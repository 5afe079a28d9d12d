// Numbers that callers get: each item has some, and they are drawn one after the other.
#include "list/plane.glsl"
uniform uint u_per_item;
uniform uint u_first_item; // item of the first fragment,
uniform uint u_first_part; // and which of its numbers that is

// The item of this fragment, and which of its numbers.
uvec2 hpyr_item_and_part() {
    uint number = u_first_part + uint(hpyr_target_texel());
    return uvec2(u_first_item + number / u_per_item, number % u_per_item);
}
