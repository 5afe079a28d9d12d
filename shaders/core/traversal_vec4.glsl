// Nodes, traversal and rank of layout VEC4.
#include "core/nodes_vec4.glsl"
#include "core/traverse_sums.glsl"
