// Writes a block of sixteen pairs to the eight layers of the pairs (pairs.glsl).
#include "list/order.glsl"
layout(location = 0) out uvec4 o_keys0;
layout(location = 1) out uvec4 o_keys1;
layout(location = 2) out uvec4 o_keys2;
layout(location = 3) out uvec4 o_keys3;
layout(location = 4) out uvec4 o_positions0;
layout(location = 5) out uvec4 o_positions1;
layout(location = 6) out uvec4 o_positions2;
layout(location = 7) out uvec4 o_positions3;

void hpyr_store_block(hpyr_block block) {
    o_keys0 = block.keys[0];
    o_keys1 = block.keys[1];
    o_keys2 = block.keys[2];
    o_keys3 = block.keys[3];
    o_positions0 = block.positions[0];
    o_positions1 = block.positions[1];
    o_positions2 = block.positions[2];
    o_positions3 = block.positions[3];
}
