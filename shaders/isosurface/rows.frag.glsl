// Writes the signs of 32 samples in a row, corners of 31 cells, as a word. Words lie flat-3D.
#include "isosurface/field.glsl"

uniform vec3 u_tile;        // size of a tile, tiles in a row
uniform int u_lowest_slice; // slice of samples under the lowest cells
out uint o_row;

#if HPYR_FIELD == 1
// Reads 16 samples around one coordinate, as HPYR_NEAR does.
#    define HPYR_NEAR_SAMPLE(at, x) textureLodOffset(u_hpyr_field, at, 0.0, ivec3(x, 0, 0)).HPYR_FIELD_CHANNEL
#    define HPYR_BIT(at, x)         (uint(HPYR_INSIDE(HPYR_NEAR_SAMPLE(at, x))) << (x + 8))
#    define HPYR_BITS_2(x)          HPYR_BIT(at_lower, x) | (HPYR_BIT(at_upper, x) << 16)
#    define HPYR_BITS_4(x)          HPYR_BITS_2(x) | HPYR_BITS_2(x + 1) | HPYR_BITS_2(x + 2) | HPYR_BITS_2(x + 3)

uint hpyr_row_from(ivec3 at) {
    vec3 at_lower = (vec3(at.x + 8, at.yz) + 0.5) * u_hpyr_field_scale,
         at_upper = (vec3(at.x + 24, at.yz) + 0.5) * u_hpyr_field_scale;
    uint row = HPYR_BITS_4(-8) | HPYR_BITS_4(-4) | HPYR_BITS_4(0) | HPYR_BITS_4(4);
    return u_hpyr_some_inside ? row : 0u;
}
#else
uint hpyr_row_from(ivec3 at) {
    uint row = 0u;
    int last = u_hpyr_samples.x - 1;
    for (int i = 0; i < 32; i++)
        row |= uint(hpyr_is_inside(ivec3(min(at.x + i, last), at.yz))) << i;
    return row;
}
#endif

void main() {
    vec2 tile = floor(gl_FragCoord.xy / u_tile.xy); // exact, see classes.frag.glsl
    ivec3 at = ivec3(gl_FragCoord.xy - tile * u_tile.xy, tile.y * u_tile.z + tile.x) * ivec3(31, 1, 1);
    o_row = hpyr_row_from(min(at + ivec3(0, 0, u_lowest_slice), u_hpyr_samples - 1));
}
