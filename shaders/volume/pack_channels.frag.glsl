// Packs HPYR_LAYERS layers of four channels, one bit a channel, into a word of the columns. The color
// mask tells which of four words. With a number of layers that varies, llvmpipe takes three times as long.
uniform sampler2DArray u_channels;
out uvec4 o_word;
void main() {
    ivec2 column = ivec2(gl_FragCoord.xy);
    uint word = 0u;
    for (int i = 0; i < HPYR_LAYERS; i++) {
        float bits = dot(texelFetch(u_channels, ivec3(column, i), 0), vec4(1.0, 2.0, 4.0, 8.0));
        word |= uint(bits + 0.5) << uint(4 * i);
    }
    o_word = uvec4(word);
}
