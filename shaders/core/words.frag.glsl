// Writes four given words, to probe what a driver does with their bits.
uniform uvec4 u_words;
out uvec4 o_words;
void main() {
    o_words = u_words;
}
