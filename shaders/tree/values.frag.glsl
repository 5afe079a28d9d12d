// Finds the values of leaves, one a texel.
#include "tree/value.glsl"
#include "tree/point.glsl"

out uvec4 o_value;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 corner = corner_of_leaf(at.x + 1024 * at.y);
    o_value = value_of_leaf(corner, hpyr_leaf_level(corner));
}
