// The strongest response of 16x16 pixels of a layer, in a list.
#include "list/plane.glsl"
uniform sampler2DArray u_responses;
uniform ivec2 u_last;  // last pixel of the image
uniform ivec2 u_parts; // of 16x16 pixels, of a row and of a layer
out float o_strongest;

void main() {
    int part = hpyr_target_texel(), layer = part / u_parts.y, in_layer = part - layer * u_parts.y;
    int row = in_layer / u_parts.x;
    ivec2 first = 16 * ivec2(in_layer - row * u_parts.x, row);
    vec2 scale = 1.0 / vec2(textureSize(u_responses, 0).xy);
    float strongest = 0.0;
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++) {
            vec2 at = (vec2(min(first + ivec2(x, y), u_last)) + 0.5) * scale;
            strongest = max(strongest, textureLod(u_responses, vec3(at, float(layer)), 0.0).x);
        }
    o_strongest = strongest;
}
