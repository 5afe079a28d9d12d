// Writes the class of each cell with its count (Dyken et al. 2008, section 4): a texel is
// triangles + class / 256, eleven bits at most; counts are cut to whole numbers.
// Bit c of a class tells whether corner c = x + 2 y + 4 z is inside.
#include "isosurface/field.glsl"

uniform int u_layers;       // layers of cells; the rest of the texture is no cell
uniform vec3 u_tile;        // size of a tile, tiles in a row
uniform int u_lowest_slice; // slice of samples under the lowest cells
#ifdef HPYR_INTEGERS
out float o_class;
#else
#    define o_class gl_FragColor.x
#endif

#ifdef HPYR_QUADS
// rows.frag.glsl looked at every sample once; the tiles of u_quads lie as the tiles of classes do.
uniform usampler2D u_quads;
uniform int u_quads_width; // width of a tile in u_quads

uvec4 hpyr_corners_of(vec2 tile, ivec3 cell) {
    int run = int((float(cell.x) + 0.5) / 31.0);
    ivec2 at = ivec2(tile) * ivec2(u_quads_width, int(u_tile.y)) + ivec2(run, cell.y);
    return texelFetch(u_quads, at, 0) >> uint(cell.x - 31 * run);
}
#else
float hpyr_corner(ivec3 at) {
    return hpyr_is_inside(at) ? 1.0 : 0.0;
}

vec4 hpyr_corners_at(ivec3 at) {
    return vec4(hpyr_corner(at), hpyr_corner(at + ivec3(1, 0, 0)), hpyr_corner(at + ivec3(0, 1, 0)),
                hpyr_corner(at + ivec3(1, 1, 0)));
}
#endif

// Counts triangles from the corners 0..3 and 4..7. A loop of n crossed edges is a fan of n - 2
// triangles. With V corners inside and F faces whose four corners are inside, all loops together
// have V - 2 F triangles, but in two cases: a full cell has none, and if only the two ends of a
// diagonal through the cell are outside, two loops of three crossed edges become one of six.
float hpyr_triangles(vec4 low, vec4 high) {
    vec4 both = low * high;
    vec2 in_low = low.xz * low.yw, in_high = high.xz * high.yw;
    float corners = dot(low + high, vec4(1.0));
    float faces = in_low.x * in_low.y + in_high.x * in_high.y + (both.x + both.w) * (both.y + both.z);
    float diagonals = dot(1.0 - low, 1.0 - high.wzyx);
    return corners - 2.0 * faces + (corners == 8.0 ? 4.0 : corners == 6.0 ? -4.0 * diagonals : 0.0);
}

void main() {
    // Fragment centers are half a texel from where quotients change: rounding does not matter.
    vec2 tile = floor(gl_FragCoord.xy / u_tile.xy);
    ivec3 cell = ivec3(gl_FragCoord.xy - tile * u_tile.xy, tile.y * u_tile.z + tile.x);
#ifdef HPYR_QUADS
    uvec4 rows = hpyr_corners_of(tile, cell);
    vec4 low = vec4(rows.xxyy >> uvec4(0u, 1u, 0u, 1u) & 1u), high = vec4(rows.zzww >> uvec4(0u, 1u, 0u, 1u) & 1u);
#else
    vec3 last = max(vec3(u_hpyr_samples) - 2.0, 0.0); // GLSL 1.20 has min and max of floats only
    ivec3 lowest = ivec3(min(vec3(cell + ivec3(0, 0, u_lowest_slice)), last));
    vec4 low = hpyr_corners_at(lowest), high = hpyr_corners_at(lowest + ivec3(0, 0, 1));
#endif
    float cell_class = dot(low, vec4(1.0, 2.0, 4.0, 8.0)) + dot(high, vec4(16.0, 32.0, 64.0, 128.0));
#ifndef HPYR_INTEGERS
    gl_FragColor = vec4(0.0);
#endif
    o_class = cell.z < u_layers ? hpyr_triangles(low, high) + cell_class / 256.0 : 0.0;
}
