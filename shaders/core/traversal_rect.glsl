// Nodes, traversal and rank of layout RECT.
#include "core/nodes_rect.glsl"
#include "core/traverse_2x2.glsl"
