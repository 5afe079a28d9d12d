// Does work that no compiler can leave out, so that a GPU timer can be tested on it. GLSL 3.30.
uniform int u_rounds;

void main() {
    uint value = uint(gl_FragCoord.x) * 2654435761u + uint(gl_FragCoord.y);
    for (int i = 0; i < u_rounds; i++)
        value = value * 1664525u + (value >> 7) + 1013904223u;
    o_color = vec4(float(value & 255u) / 255.0);
}
