// Writes words into HPYR_TARGETS targets, target i's plus i, to probe what a driver does with their bits.
layout(location = 0) out uvec4 o_words[HPYR_TARGETS];
uniform uvec4 u_words;
void main() {
#define HPYR_WRITE(i) o_words[i] = u_words + uint(i);
    HPYR_EACH_TARGET(HPYR_WRITE)
}
