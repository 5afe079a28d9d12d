// Nodes, traversal and rank of layout LINE.
#include "core/nodes_line.glsl"
#include "core/traverse_sums.glsl"
