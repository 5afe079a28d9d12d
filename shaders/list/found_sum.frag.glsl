// Tells what a reduction has found: the four nodes of the top texel, combined.
#include "list/children.glsl"
out uvec4 o_found;

void main() {
    uint sum = hpyr_combine4(hpyr_child(0));
#if HPYR_REDUCTION == 1 && HPYR_TYPE == 1
    o_found = uvec4(sum, uint(sum == 0xFFFFFFFFu), 0u, 0u);
#else
    o_found = uvec4(hpyr_bits(sum), 0u, 0u, 0u);
#endif
}
