// The vertices of the mesh, in cells of the last depth.
#include "octree/surface/cells.glsl"
#include "octree/key.glsl"
uniform usampler2D u_places; // 4 * cell + axis
uniform ivec2 u_places_row;
uniform int u_end;
uniform float u_isovalue;
out vec4 o_position;

void main() {
    int vertex = hpyr_target_texel();
    vec4 lower, upper;
    o_position = vec4(0.0);
    if (vertex >= u_end)
        return;
    int place = int(hpyr_word(u_places, u_places_row, vertex)), cell = place >> 2, axis = place & 3;
    uint key = hpyr_word(u_keys, u_keys_row, cell);
    hpyr_cell_corners(cell, lower, upper);
    float to = axis == 0 ? upper.x : axis == 1 ? lower.z : lower.y, part = (u_isovalue - lower.x) / (to - lower.x);
    vec3 along = vec3(equal(ivec3(axis), ivec3(0, 1, 2)));
    o_position.xyz = vec3(hpyr_cell_of_key(key)) + along * clamp(part, 0.0, 1.0);
}
