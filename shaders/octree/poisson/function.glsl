// The Poisson function at any point of the root. It is trilinear in each leaf, so the values at the
// corners of the leaf are enough. The value at the lower corner of each node is in a texture, two
// texels for each block of siblings.
#include "octree/poisson/between.glsl"
#include "octree/poisson/value_of.glsl"
#include "octree/walk.glsl"
uniform sampler2D u_hpyr_values;
uniform ivec2 u_hpyr_values_row;
uniform float u_hpyr_isovalue;

// The four values of siblings that differ along y and z; `index` is a node - 1.
vec4 hpyr_values_beside(int index) {
    int texel = index >> 2;
    return texelFetch(u_hpyr_values, ivec2(texel & u_hpyr_values_row.x, texel >> u_hpyr_values_row.y), 0);
}

ivec3 hpyr_bits_of(int number) {
    return ivec3(number >> 2, number >> 1, number) & 1;
}

// The value at a corner of a node: that of the node which begins there. False if there is none.
bool hpyr_corner_value(int node, int corner, out float value) {
    int other = hpyr_neighbor(node, hpyr_bits_of(corner));
    value = other == hpyr_none ? 0.0 : hpyr_value_of(hpyr_values_beside(other - 1), (other - 1) & 3);
    return other != hpyr_none;
}

// The values at the corners of a node with children. All nodes around it exist, or lie beyond the
// border of the root, where the function is 0.
void hpyr_parent_corners(int node, out vec4 lower, out vec4 upper) {
    float values[8];
    lower = upper = vec4(0.0);
    if (node <= 0)
        return;
    for (int corner = 0; corner < 8; corner++)
        hpyr_corner_value(node, corner, values[corner]);
    lower = vec4(values[0], values[1], values[2], values[3]);
    upper = vec4(values[4], values[5], values[6], values[7]);
}

// The same for any node but the root. Where no node begins at a corner, its value is a mean of those
// at the parent's corners.
void hpyr_corners(int node, out vec4 lower, out vec4 upper) {
    float values[8];
    int missing = 0; // a bit for each corner
    for (int corner = 0; corner < 8; corner++)
        missing |= int(!hpyr_corner_value(node, corner, values[corner])) << corner;
    if (missing != 0) {
        vec4 above_lower, above_upper;
        hpyr_parent_corners(hpyr_parent(node), above_lower, above_upper);
        for (int corner = 0; corner < 8; corner++) {
            ivec3 place = hpyr_bits_of((node - 1) & 7) + hpyr_bits_of(corner);
            if ((missing >> corner & 1) != 0)
                values[corner] = hpyr_between(above_lower, above_upper, place);
        }
    }
    lower = vec4(values[0], values[1], values[2], values[3]);
    upper = vec4(values[4], values[5], values[6], values[7]);
}

// The cell of the last depth at a position that is given in such cells.
ivec3 hpyr_cell_at(vec3 position) {
    return ivec3(clamp(floor(position), 0.0, float(1 << u_hpyr_last_depth) - 1.0));
}

// The function at a position in cells of the last depth.
float hpyr_function(vec3 position) {
    ivec3 cell = hpyr_cell_at(position);
    int node = hpyr_node_of(cell, u_hpyr_last_depth), shift = u_hpyr_last_depth - hpyr_depth_of(node);
    vec4 lower, upper;
    if (node == 0)
        return 0.0;
    hpyr_corners(node, lower, upper);
    vec3 part = clamp(position / float(1 << shift) - vec3(cell >> shift), 0.0, 1.0);
    vec4 x = mix(lower, upper, part.x);
    vec2 y = mix(x.xy, x.zw, part.y);
    return mix(y.x, y.y, part.z);
}

float hpyr_poisson_value(vec3 point) {
    return hpyr_function((point - u_hpyr_root.xyz) * u_hpyr_cells_per_unit);
}

float hpyr_isovalue() {
    return u_hpyr_isovalue;
}
