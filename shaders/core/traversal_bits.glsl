// Traversal and rank of layout BITS.
#include "core/traverse_bits.glsl"
#include "core/keys.glsl"
