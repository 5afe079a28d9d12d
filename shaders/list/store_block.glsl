// Writes a block to the eight layers of the items (items.glsl).
// HPYR_HALVES: a pass has four targets, so a block is drawn twice, for either half of the layers.
#include "list/order.glsl"
#ifdef HPYR_HALVES
uniform int u_half; // 0 the first vectors of the groups, 1 the second ones
layout(location = 0) out uvec4 o_group0;
layout(location = 1) out uvec4 o_group1;
layout(location = 2) out uvec4 o_group2;
layout(location = 3) out uvec4 o_group3;

void hpyr_store_block() {
    bool second = u_half != 0;
    o_group0 = second ? hpyr_groups[0].second : hpyr_groups[0].first;
    o_group1 = second ? hpyr_groups[1].second : hpyr_groups[1].first;
    o_group2 = second ? hpyr_groups[2].second : hpyr_groups[2].first;
    o_group3 = second ? hpyr_groups[3].second : hpyr_groups[3].first;
}
#else
layout(location = 0) out uvec4 o_first0;
layout(location = 1) out uvec4 o_first1;
layout(location = 2) out uvec4 o_first2;
layout(location = 3) out uvec4 o_first3;
layout(location = 4) out uvec4 o_second0;
layout(location = 5) out uvec4 o_second1;
layout(location = 6) out uvec4 o_second2;
layout(location = 7) out uvec4 o_second3;

void hpyr_store_block() {
    o_first0 = hpyr_groups[0].first;
    o_first1 = hpyr_groups[1].first;
    o_first2 = hpyr_groups[2].first;
    o_first3 = hpyr_groups[3].first;
    o_second0 = hpyr_groups[0].second;
    o_second1 = hpyr_groups[1].second;
    o_second2 = hpyr_groups[2].second;
    o_second3 = hpyr_groups[3].second;
}
#endif
