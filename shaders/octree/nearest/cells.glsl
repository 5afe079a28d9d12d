// How far away the points of a cell are at least, beside a list of the nearest points.
#include "octree/nearest/list.glsl"
#include "octree/points.glsl"
#include "octree/walk.glsl"
uniform float u_coarse;       // cells of the last depth in a unit, or 1 if there are more
uniform vec3 u_coarse_origin; // of the root, multiplied by u_coarse

const float hpyr_farthest = 1e30; // cells from the root; what lies beyond is searched for as if it were so far
const float hpyr_nearest = 1e-30; // what is nearer than such a square may count as 0

// A position in cells of the last depth, or nearer to the root if it is farther away than hpyr_farthest.
vec3 hpyr_in_finite_cells(vec3 position) {
    vec3 cells = hpyr_in_cells(position); // the way from the origin may be infinite where cells are large
    return mix(cells, position * u_coarse - u_coarse_origin, greaterThan(abs(cells), vec3(hpyr_farthest)));
}

float hpyr_cells_below(int depth) {
    return float(1 << (hpyr_depth() - depth));
}

// Rounding may move a position, or a border, by so many cells.
float hpyr_error_of(vec3 at, int depth) {
    return (float(1 << depth) + max(abs(at.x), max(abs(at.y), abs(at.z)))) * 5e-7;
}

// Whether points so many cells away along each axis are farther away than the list's last one. `side` is that of
// a cell as distances are scaled. Cells are taken for a little smaller than they are.
bool hpyr_is_behind(vec3 cells, float error, float side) {
    vec3 reach = max(cells - error, 0.0) * (side * 0.99999);
    float square = dot(reach, reach);
    return square > hpyr_nearest && hpyr_last_distance() < floatBitsToUint(square);
}
