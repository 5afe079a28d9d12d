// Traversal and rank of a pyramid. Layout BITS.
#include "core/traverse_bits.glsl"
#include "core/keys.glsl"
