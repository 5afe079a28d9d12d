// Cells that the surface crosses, or may cross. Each has a key and the values at its corners, in the
// order 4 x + 2 y + z.
#include "octree/find_points.glsl"
uniform sampler2D u_lower, u_upper;
uniform ivec2 u_lower_row;

void hpyr_cell_corners(int cell, out vec4 lower, out vec4 upper) {
    ivec2 at = hpyr_plane_texel(cell, u_lower_row);
    lower = texelFetch(u_lower, at, 0);
    upper = texelFetch(u_upper, at, 0);
}
