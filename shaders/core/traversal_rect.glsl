// Traversal and rank of a pyramid. Layout RECT.
#include "core/nodes_rect.glsl"
#include "core/traverse_2x2.glsl"
#include "core/keys.glsl"
