// Makes a cell of each part in a list.
#include "octree/surface/cells.glsl"
uniform usampler2D u_places; // 8 * cell + part
uniform ivec2 u_places_row;
uniform int u_end;
layout(location = 0) out uint o_key;
layout(location = 1) out vec4 o_lower;
layout(location = 2) out vec4 o_upper;

// Along an axis, from four values at either end of a cell to those at the ends of its lower or upper half,
// twice as large: means without the factor 1/2. Added as octree/poisson/between.glsl adds them.
void halve(bool is_upper, inout vec4 low, inout vec4 high) {
    vec4 both = low + high;
    low = is_upper ? both : low + low;
    high = is_upper ? high + high : both;
}

void main() {
    int target = hpyr_target_texel();
    if (target >= u_end)
        discard;
    int place = int(hpyr_word(u_places, u_places_row, target)), cell = place >> 3;
    vec4 lower, upper;
    hpyr_cell_corners(cell, lower, upper);
    vec4 z0 = vec4(lower.xz, upper.xz), z1 = vec4(lower.yw, upper.yw);
    halve((place & 1) != 0, z0, z1);
    vec4 y0 = vec4(z0.xz, z1.xz), y1 = vec4(z0.yw, z1.yw);
    halve((place & 2) != 0, y0, y1);
    lower = vec4(y0.xz, y1.xz);
    upper = vec4(y0.yw, y1.yw);
    halve((place & 4) != 0, lower, upper);
    o_key = hpyr_word(u_keys, u_keys_row, cell) << 3 | uint(place & 7);
    o_lower = lower * 0.125;
    o_upper = upper * 0.125;
}
