// Paints each texel with the value of the leaf that it is in.
#include "tree/value.glsl"

#if HPYR_CLASS == 2
out uvec4 o_colour;
#elif HPYR_CLASS == 3
out ivec4 o_colour;
#else
out vec4 o_colour;
#endif

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int level = hpyr_leaf_level(texel);
    uvec4 value = value_of_leaf((texel >> level) << level, level);
#if HPYR_CLASS == 0
    o_colour = vec4(value >> 1u) / HPYR_LARGEST;
#elif HPYR_CLASS == 1
    o_colour = uintBitsToFloat(value);
#elif HPYR_CLASS == 2
    o_colour = value;
#else
    o_colour = ivec4(value);
#endif
}
