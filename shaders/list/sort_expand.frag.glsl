// Makes pairs of sorted runs of words. The words of a run have the lowest bits of positions; the other bits
// are those of the run. A word behind the end of the list becomes the last position of its run, which is
// also behind the end.
#include "list/items.glsl"
#include "list/plane.glsl"
#include "list/order.glsl"

hpyr_group expanded(int texel) {
    return hpyr_group(hpyr_keys(texel), hpyr_positions(texel) | (uint(4 * texel) & ~u_position_mask));
}

void main() {
    int texel = hpyr_target_texel() * 4;
    hpyr_groups[0] = expanded(texel);
    hpyr_groups[1] = expanded(texel + 1);
    hpyr_groups[2] = expanded(texel + 2);
    hpyr_groups[3] = expanded(texel + 3);
    hpyr_store_block();
}
