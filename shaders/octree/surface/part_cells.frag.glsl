// Makes a cell of each part in a list.
#include "octree/surface/cells.glsl"
#include "octree/poisson/between.glsl"
uniform usampler2D u_places; // 8 * cell + part
uniform ivec2 u_places_row;
uniform int u_end;
layout(location = 0) out uint o_key;
layout(location = 1) out vec4 o_lower;
layout(location = 2) out vec4 o_upper;

vec4 corners_of(vec4 lower, vec4 upper, ivec3 place) {
    return vec4(hpyr_between(lower, upper, place), hpyr_between(lower, upper, place + ivec3(0, 0, 1)),
                hpyr_between(lower, upper, place + ivec3(0, 1, 0)), hpyr_between(lower, upper, place + ivec3(0, 1, 1)));
}

void main() {
    int target = hpyr_target_texel();
    if (target >= u_end)
        discard;
    int place = int(hpyr_word(u_places, u_places_row, target)), cell = place >> 3;
    ivec3 bits = ivec3(place >> 2, place >> 1, place) & 1;
    vec4 lower, upper;
    hpyr_cell_corners(cell, lower, upper);
    o_key = hpyr_word(u_keys, u_keys_row, cell) << 3 | uint(place & 7);
    o_lower = corners_of(lower, upper, bits);
    o_upper = corners_of(lower, upper, bits + ivec3(1, 0, 0));
}
