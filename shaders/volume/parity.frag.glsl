// Turns the slices that triangles flip, of which channels.glsl keeps the first alone, into the parity
// of all flips below, for a layer of 128 slices.
#include "volume/low_bits.glsl"

uniform usampler2DArray u_words; // the layer below has its parities already
uniform int u_layer;
uniform int u_depth; // slices of the volume
out uvec4 o_words;

uvec4 words_at(int layer) {
    return texelFetch(u_words, ivec3(ivec2(gl_FragCoord.xy), layer), 0);
}

void main() {
    uint below = u_layer > 0 ? words_at(u_layer - 1).w >> 31 : 0u;
    uvec4 words = words_at(u_layer);
    words ^= words << 1;
    words ^= words << 2;
    words ^= words << 4;
    words ^= words << 8;
    words ^= words << 16;
    words.x ^= 0u - below;
    words.y ^= 0u - (words.x >> 31);
    words.z ^= 0u - (words.y >> 31);
    words.w ^= 0u - (words.z >> 31);
    o_words = words & low_bits(ivec4(u_depth - 128 * u_layer) - ivec4(0, 32, 64, 96));
}
