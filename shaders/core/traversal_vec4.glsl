// Traversal and rank of a pyramid. Layout VEC4.
#include "core/nodes_vec4.glsl"
#include "core/traverse_sums.glsl"
#include "core/keys.glsl"
