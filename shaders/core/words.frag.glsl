// Four words as they are, for probing what a driver does with them.
uniform uvec4 u_words;
out uvec4 o_words;
void main() {
    o_words = u_words;
}
