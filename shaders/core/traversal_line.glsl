// Traversal and rank of a pyramid. Layout LINE.
#include "core/nodes_line.glsl"
#include "core/traverse_sums.glsl"
#include "core/keys.glsl"
