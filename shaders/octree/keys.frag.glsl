// The key of each point: that of its cell at the last depth. Points that are not finite get a key
// behind all others.
#include "list/plane.glsl"
#include "octree/points.glsl"
#include "octree/key.glsl"
uniform int u_depth;
out uint o_key;

void main() {
    int point = hpyr_target_texel();
    if (point >= u_points)
        discard;
    vec3 position = hpyr_vector(point);
    float last = float((1 << u_depth) - 1);
    o_key = 1u << uint(3 * u_depth);
    if (hpyr_is_finite(position))
        o_key = hpyr_key_of_cell(ivec3(clamp(floor(hpyr_in_cells(position)), 0.0, last)));
}
