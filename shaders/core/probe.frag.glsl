// Does work that no compiler can leave out, so that the library can test GL's timer on it.
uniform int u_rounds;
out uint o_value;
void main() {
    uint value = uint(gl_FragCoord.x) * 2654435761u + uint(gl_FragCoord.y);
    for (int i = 0; i < u_rounds; i++)
        value = value * 1664525u + (value >> 7) + 1013904223u;
    o_value = value;
}
