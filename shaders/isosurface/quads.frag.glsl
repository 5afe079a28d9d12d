// Collects the four rows of samples around 31 cells, (y, z) = (0, 0) (1, 0) (0, 1) (1, 1), so that
// all corners of these cells are in one texel.
uniform usampler2D u_rows;
uniform vec3 u_tile; // size of a tile, tiles in a row; tiles of u_rows are one higher
out uvec4 o_quad;

uint row_at(vec2 tile, vec2 at) {
    return texelFetch(u_rows, ivec2(tile * (u_tile.xy + vec2(0.0, 1.0)) + at), 0).r;
}

void main() {
    vec2 tile = floor(gl_FragCoord.xy / u_tile.xy), at = floor(gl_FragCoord.xy - tile * u_tile.xy);
    vec2 next = tile.x + 1.0 < u_tile.z ? tile + vec2(1.0, 0.0) : vec2(0.0, tile.y + 1.0);
    vec2 above = at + vec2(0.0, 1.0);
    o_quad = uvec4(row_at(tile, at), row_at(tile, above), row_at(next, at), row_at(next, above));
}
