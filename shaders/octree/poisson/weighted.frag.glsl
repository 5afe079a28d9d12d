// The normals of sorted.frag.glsl times the areas of their samples, and these areas, in cells of the
// last depth. HPYR_SCREENED: the areas are no larger than they may be where they screen, and 0 of points that
// are no anchors.
#include "octree/words.glsl"
#include "octree/points.glsl"
#include "octree/poisson/density.glsl"
uniform usampler2D u_order;
uniform ivec2 u_order_row;
uniform sampler2D u_positions; // in the order of their nodes
uniform ivec2 u_positions_row;
uniform float u_cell; // area of a cell of the depth in which points are counted
#ifdef HPYR_SCREENED
uniform sampler2D u_squares; // one texel: the sum of w at all samples, which is that of the squares of all densities
#endif
out vec4 o_vector;

void main() {
    int index = hpyr_target_texel();
    o_vector = vec4(0.0);
    if (index >= u_hpyr_points)
        return;
    vec4 at = texelFetch(u_positions, hpyr_plane_texel(index, u_positions_row), 0);
    vec3 position = at.xyz;
    ivec3 cell = hpyr_density_cell(position);
    float w = hpyr_density(position, hpyr_node_of(cell, u_density_depth), cell, u_density_depth);
    o_vector.w = w * w * w / (w * w * w * w + 8.0);
    vec3 vector = hpyr_vector(int(hpyr_word(u_order, u_order_row, index)));
    if (hpyr_is_finite(vector))
        o_vector.xyz = u_cell * o_vector.w * vector;
#ifdef HPYR_SCREENED
    o_vector.w = at.w * u_cell * min(o_vector.w, 2.0 * float(u_hpyr_points) / texelFetch(u_squares, ivec2(0), 0).x);
#endif
}
