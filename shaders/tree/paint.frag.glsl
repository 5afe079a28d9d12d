// Paints each texel with the value of the leaf that it is in.
#include "tree/value.glsl"

#if HPYR_CLASS == 2
out uvec4 o_color;
#elif HPYR_CLASS == 3
out ivec4 o_color;
#else
out vec4 o_color;
#endif

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int level = hpyr_leaf_level(texel);
    uvec4 value = value_of_leaf((texel >> level) << level, level);
#if HPYR_CLASS == 0
    o_color = vec4(value >> 1u) / HPYR_LARGEST;
#elif HPYR_CLASS == 1
    o_color = uintBitsToFloat(value);
#elif HPYR_CLASS == 2
    o_color = value;
#else
    o_color = ivec4(value);
#endif
}
