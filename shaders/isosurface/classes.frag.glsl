// The class of each cell, cached with its count as the paper does (section 4): a texel is triangles + class / 256, which has
// eleven bits at most; counts are cut to whole numbers. Bit c of a class tells whether corner c = x + 2 y + 4 z is inside.
uniform ivec3 u_cells;
uniform int u_lowest_slice; // slice of samples under the lowest cells
#ifdef HPYR_INTEGERS
out float o_class;
#else
#define o_class gl_FragColor.x
#endif

float hpyr_corner(ivec3 at) {
    return hpyr_is_inside(at) ? 1.0 : 0.0;
}

vec4 hpyr_corners(ivec3 at) {
    return vec4(hpyr_corner(at), hpyr_corner(at + ivec3(1, 0, 0)), hpyr_corner(at + ivec3(0, 1, 0)),
                hpyr_corner(at + ivec3(1, 1, 0)));
}

// Of corners 0..3 and 4..7. A loop of n crossed edges is a fan of n - 2 triangles. Each corner inside has three edges, each pair
// of corners that share one takes two away, and so on; what is left of it: V - 2 F, with V corners inside and F faces with four
// of them. Two cases are not what they seem: a full cell has no surface, and with no corner outside but the ends of a diagonal
// through the cell two loops of three crossed edges become one of six.
float hpyr_triangles(vec4 low, vec4 high) {
    vec4 both = low * high, in_low = vec4(low.xz * low.yw, 0.0, 0.0), in_high = vec4(high.xz * high.yw, 0.0, 0.0);
    float corners = dot(low + high, vec4(1.0));
    float faces = in_low.x * in_low.y + in_high.x * in_high.y + both.x * both.y + both.z * both.w + both.x * both.z +
                  both.y * both.w;
    float diagonals = dot(1.0 - low, 1.0 - high.wzyx);
    return corners - 2.0 * faces + (corners == 8.0 ? 4.0 : corners == 6.0 ? -4.0 * diagonals : 0.0);
}

void main() {
    ivec3 cell = hpyr_cell_of_texel(ivec2(gl_FragCoord.xy));
    vec4 low = vec4(0.0), high = vec4(0.0);
    if (cell.z < u_cells.z && cell.y < u_cells.y && cell.x < u_cells.x) {
        ivec3 at = cell + ivec3(0, 0, u_lowest_slice);
        low = hpyr_corners(at);
        high = hpyr_corners(at + ivec3(0, 0, 1));
    }
    float cell_class = dot(low, vec4(1.0, 2.0, 4.0, 8.0)) + dot(high, vec4(16.0, 32.0, 64.0, 128.0));
#ifndef HPYR_INTEGERS
    gl_FragColor = vec4(0.0);
#endif
    o_class = hpyr_triangles(low, high) + cell_class / 256.0;
}
