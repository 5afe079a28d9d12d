// Writes the arguments of an indirect draw: indices (or vertices of a soup), 1, 0, 0 and 0.
uniform usampler2D u_totals; // r: vertices; g: triangles
out uvec4 o_words;

void main() {
    uint triangles = texelFetch(u_totals, ivec2(0), 0).g;
    uint count = triangles > 0x55555554u ? 0u : 3u * triangles;
    o_words = gl_FragCoord.x < 1.0 ? uvec4(count, 1u, 0u, 0u) : uvec4(0u);
}
