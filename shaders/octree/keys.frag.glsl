// The key of each point: that of its cell at the last depth. Points that are not finite get a key
// behind all others.
#include "list/plane.glsl"
#include "octree/points.glsl"
uniform int u_depth;
out uint o_key;

// Moves the bits of a coordinate apart, two zeros between them.
uint spread(uint bits) {
    bits = (bits | (bits << 16)) & 0x030000FFu;
    bits = (bits | (bits << 8)) & 0x0300F00Fu;
    bits = (bits | (bits << 4)) & 0x030C30C3u;
    return (bits | (bits << 2)) & 0x09249249u;
}

void main() {
    int point = hpyr_target_texel();
    if (point >= u_points)
        discard;
    vec3 position = hpyr_vector(point);
    float last = float((1 << u_depth) - 1);
    o_key = 1u << uint(3 * u_depth);
    if (hpyr_is_finite(position)) {
        uvec3 cell = uvec3(clamp(floor(hpyr_in_cells(position)), 0.0, last));
        o_key = (spread(cell.x) << 2) | (spread(cell.y) << 1) | spread(cell.z);
    }
}
