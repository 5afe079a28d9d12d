// The density at each vertex.
#include "octree/items.glsl"
#include "octree/poisson/density.glsl"
uniform sampler2D u_positions;
uniform ivec2 u_positions_row;
out float o_number;

void main() {
    int vertex = int(hpyr_item_and_part().x);
    o_number = hpyr_density_depth(texelFetch(u_positions, hpyr_plane_texel(vertex, u_positions_row), 0).xyz);
}
