// Traversal and rank of a pyramid. Layout VOLUME.
#include "core/traverse_volume.glsl"
#include "core/keys.glsl"
