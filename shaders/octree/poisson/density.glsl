// How dense points lie (reference/poisson.h). Densities at the lower corners of nodes stand in one
// texture: two texels for each block of walk.glsl, down to the depth in which points are counted.
// Positions are in cells of the last depth.
#include "octree/walk.glsl"
#include "octree/poisson/halves.glsl"
uniform sampler2D u_density;
uniform ivec2 u_density_row;
uniform int u_density_depth;
uniform int u_density_corners; // 8

float hpyr_density_at_vertex(int node) {
    if (node == hpyr_none)
        return 0.0;
    int index = node - 1;
    return hpyr_value_of(texelFetch(u_density, hpyr_plane_texel(index >> 2, u_density_row), 0), index & 3);
}

// A position in cells of a depth.
vec3 hpyr_density_cells(vec3 position, int depth) {
    return position * (float(1 << depth) / float(1 << u_hpyr_last_depth));
}

// The cell of the depth in which points are counted; the nearest one from outside of the root.
ivec3 hpyr_density_cell(vec3 position) {
    float last = float((1 << u_density_depth) - 1);
    return ivec3(clamp(floor(hpyr_density_cells(position, u_density_depth)), 0.0, last));
}

// w of a depth. `node` is that of the cell, behind the root.
float hpyr_density(vec3 position, int node, ivec3 cell, int depth) {
    vec3 inside = clamp(hpyr_density_cells(position, depth), 1.0, float((1 << depth) - 1));
    vec3 part = clamp(inside - vec3(cell), 0.0, 1.0);
    float sum = 0.0;
    for (int i = 0; i < u_density_corners; i++) {
        ivec3 corner = ivec3(i >> 2, i >> 1, i) & 1;
        vec3 along = mix(1.0 - part, part, vec3(corner));
        sum += along.x * along.y * along.z * hpyr_density_at_vertex(hpyr_neighbor(node, corner));
    }
    return sum;
}

// The depth in whose cells there is one point each near a position. Between the depths of which one has
// fewer points, and the one above it has more, it is interpolated.
float hpyr_density_depth(vec3 position) {
    ivec3 cell = hpyr_density_cell(position);
    int node = hpyr_node_of(cell, u_density_depth), depth = hpyr_depth_of(node);
    float below = depth == u_density_depth ? -1.0 : 0.0; // w of the depth below, which has no cell in a leaf
    for (; depth > 0; depth--) {
        float w = hpyr_density(position, node, cell >> (u_density_depth - depth), depth);
        if (w >= 1.0)
            return float(depth) + (below < 0.0 ? 0.5 * log2(w) : below > 0.0 ? log2(w) / log2(w / below) : 0.0);
        below = w;
        node = hpyr_parent(node);
    }
    return 0.0;
}
