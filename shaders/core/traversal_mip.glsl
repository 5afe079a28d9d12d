// Nodes, traversal and rank of layouts SINGLE and BILINEAR.
#include "core/nodes_mip.glsl"
#include "core/traverse_2x2.glsl"
