// Packs u_layers layers of four channels, one bit a channel, into a word of the columns. The colour
// mask tells which of four words.
uniform sampler2DArray u_channels;
uniform int u_layers;
out uvec4 o_word;
void main() {
    uint word = 0u;
    for (int i = 0; i < u_layers; i++) {
        uvec4 bits = uvec4(texelFetch(u_channels, ivec3(ivec2(gl_FragCoord.xy), i), 0) + 0.5) << uvec4(0u, 1u, 2u, 3u);
        word |= (bits.x | bits.y | bits.z | bits.w) << uint(4 * i);
    }
    o_word = uvec4(word);
}
