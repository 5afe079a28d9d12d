// Writes a block to the eight layers of the items (items.glsl).
#include "list/order.glsl"
layout(location = 0) out uvec4 o_layer0;
layout(location = 1) out uvec4 o_layer1;
layout(location = 2) out uvec4 o_layer2;
layout(location = 3) out uvec4 o_layer3;
layout(location = 4) out uvec4 o_layer4;
layout(location = 5) out uvec4 o_layer5;
layout(location = 6) out uvec4 o_layer6;
layout(location = 7) out uvec4 o_layer7;

#ifdef HPYR_WORDS
#    define HPYR_SECOND_HALF(i) hpyr_fours[4 + i].keys
#else
#    define HPYR_SECOND_HALF(i) hpyr_fours[i].positions
#endif

void hpyr_store_block() {
    o_layer0 = hpyr_fours[0].keys;
    o_layer1 = hpyr_fours[1].keys;
    o_layer2 = hpyr_fours[2].keys;
    o_layer3 = hpyr_fours[3].keys;
    o_layer4 = HPYR_SECOND_HALF(0);
    o_layer5 = HPYR_SECOND_HALF(1);
    o_layer6 = HPYR_SECOND_HALF(2);
    o_layer7 = HPYR_SECOND_HALF(3);
}
