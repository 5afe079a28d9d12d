// The class of each cell, cached with its count as the paper does (section 4): a texel is triangles + class / 256, which has
// eleven bits at most; counts are cut to whole numbers. Bit c of a class tells whether corner c = x + 2 y + 4 z is inside.
uniform ivec3 u_cells;
uniform int u_lowest_slice; // slice of samples under the lowest cells
uniform vec3 u_tile;        // its size, and tiles in a row
#ifdef HPYR_INTEGERS
out float o_class;
#else
#define o_class gl_FragColor.x
#endif

#if HPYR_FIELD == 1 && defined(HPYR_INTEGERS)
// Eight samples around one coordinate, read with a nearest filter: half the cost of texelFetch on a software rasterizer.
#define HPYR_CORNER(x, y, z) (HPYR_INSIDE(textureLodOffset(u_hpyr_field, at, 0.0, ivec3(x, y, z)).HPYR_FIELD_CHANNEL) ? 1.0 : 0.0)
#else
#define HPYR_CORNER(x, y, z) (hpyr_is_inside(lowest + ivec3(x, y, z)) ? 1.0 : 0.0)
#endif

// Of corners 0..3 and 4..7. A loop of n crossed edges is a fan of n - 2 triangles. Each corner inside has three edges, each pair
// of corners that share one takes two away, and so on; what is left of it: V - 2 F, with V corners inside and F faces with four
// of them. Two cases are not what they seem: a full cell has no surface, and with no corner outside but the ends of a diagonal
// through the cell two loops of three crossed edges become one of six.
float hpyr_triangles(vec4 low, vec4 high) {
    vec4 both = low * high;
    vec2 in_low = low.xz * low.yw, in_high = high.xz * high.yw;
    float corners = dot(low + high, vec4(1.0));
    float faces = in_low.x * in_low.y + in_high.x * in_high.y + (both.x + both.w) * (both.y + both.z);
    float diagonals = dot(1.0 - low, 1.0 - high.wzyx);
    return corners - 2.0 * faces + (corners == 8.0 ? 4.0 : corners == 6.0 ? -4.0 * diagonals : 0.0);
}

void main() {
    // Coordinates are half a texel from where the quotients change: far more than they are rounded by.
    vec2 tile = floor(gl_FragCoord.xy / u_tile.xy);
    ivec3 cell = ivec3(gl_FragCoord.xy - tile * u_tile.xy, tile.y * u_tile.z + tile.x);
    bool is_cell = cell.z < u_cells.z && cell.y < u_cells.y && cell.x < u_cells.x && u_hpyr_some_inside;
    ivec3 lowest = max(min(cell, u_cells - 1), 0) + ivec3(0, 0, u_lowest_slice);
#if HPYR_FIELD == 1 && defined(HPYR_INTEGERS)
    vec3 at = (vec3(lowest) + 0.5) * u_hpyr_field_scale;
#endif
    vec4 low = vec4(HPYR_CORNER(0, 0, 0), HPYR_CORNER(1, 0, 0), HPYR_CORNER(0, 1, 0), HPYR_CORNER(1, 1, 0));
    vec4 high = vec4(HPYR_CORNER(0, 0, 1), HPYR_CORNER(1, 0, 1), HPYR_CORNER(0, 1, 1), HPYR_CORNER(1, 1, 1));
    float cell_class = dot(low, vec4(1.0, 2.0, 4.0, 8.0)) + dot(high, vec4(16.0, 32.0, 64.0, 128.0));
#ifndef HPYR_INTEGERS
    gl_FragColor = vec4(0.0);
#endif
    o_class = is_cell ? hpyr_triangles(low, high) + cell_class / 256.0 : 0.0;
}
