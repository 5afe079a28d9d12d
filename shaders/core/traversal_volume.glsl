// Traversal and rank of layout VOLUME.
#include "core/traverse_volume.glsl"
#include "core/keys.glsl"
