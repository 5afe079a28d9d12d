// The vertices of the mesh, in cells of the last depth. Along its edge, the function is taken to be a parabola, whose slopes at both
// ends are to each other as those of the cubic B-spline with the function's values as coefficients. Where the values
// for this are not all known, it is a straight line.
#include "octree/surface/cells.glsl"
#include "octree/surface/rows.glsl"
uniform usampler2D u_places; // 4 * cell + axis
uniform ivec2 u_places_row;
uniform int u_end;
uniform int u_rows; // 4: along an axis
uniform float u_isovalue;
out vec4 o_position;

float spline_weight(int way) {
    return way == 0 ? 4.0 : 1.0;
}

// Sums across an edge of values less the isovalue, one cell before it, at its ends, and one cell behind it: 36 times the means. False if a node
// is missing.
bool sum_across(int leaf, int axis, out vec4 sums) {
    int wide = axis == 2 ? u_rows - 1 : u_rows; // rows run along z
    bvec4 missing;
    sums = vec4(0.0);
    for (int i = 0; i < 3 * wide; i++) {
        int along = i / 3 - 1, across = i % 3 - 1;
        vec4 row = row_at(leaf, axis == 1 ? ivec2(across, along) : ivec2(along, across), missing);
        if (any(missing.xyz) || (missing.w && axis == 2))
            return false;
        row -= u_isovalue;
        vec4 place = vec4(equal(ivec4(along), ivec4(-1, 0, 1, 2)));
        sums +=
            spline_weight(across) * (axis == 2 ? spline_weight(along) * row : (row.x + 4.0 * row.y + row.z) * place);
    }
    return true;
}

// Where a parabola from 0 to 1, whose slopes at the ends are multiples of these, reaches `part`. Neither slope is taken for 0 or less.
float parabola_at(float part, vec2 slopes) {
    vec2 rising = max(slopes, 0.0) + 1.0 / 32.0;
    float first = rising.x / (rising.x + rising.y);
    return part / (first + sqrt(max(first * first + (1.0 - 2.0 * first) * part, 0.0)));
}

void main() {
    int vertex = hpyr_target_texel();
    vec4 lower, upper, sums;
    o_position = vec4(0.0);
    if (vertex >= u_end)
        return;
    int place = int(hpyr_word(u_places, u_places_row, vertex)), cell = place >> 2, axis = place & 3;
    uint key = hpyr_word(u_keys, u_keys_row, cell);
    hpyr_cell_corners(cell, lower, upper);
    float to = axis == 0 ? upper.x : axis == 1 ? lower.z : lower.y, part = (u_isovalue - lower.x) / (to - lower.x);
    ivec3 at = hpyr_cell_of_key(key);
    int leaf = hpyr_node_of(at, u_hpyr_last_depth);
    if (hpyr_depth_of(leaf) == u_hpyr_last_depth && sum_across(leaf, axis, sums)) {
        vec2 slopes = (sums.zw - sums.xy) / (to - lower.x) / 72.0;
        if (all(lessThan(abs(slopes), vec2(1e30))))
            part = parabola_at(part, slopes);
    }
    vec3 along = vec3(equal(ivec3(axis), ivec3(0, 1, 2)));
    o_position.xyz = vec3(at) + along * clamp(part, 0.0, 1.0);
}
