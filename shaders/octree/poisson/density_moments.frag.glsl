// For the cell that is the parent of each block: what the densities at the block's eight vertices add
// to those of the cell's corners. Along an axis, the vertex at the cell's lower corner is that corner,
// and the one in the middle counts half for both corners. In a cell on the root's border it counts
// for the other corner alone.
#include "octree/level.glsl"
uniform int u_blocks;
uniform int u_key_bits;    // all bits of a parent's key
uniform sampler2D u_lower; // densities
uniform ivec2 u_lower_row;
uniform sampler2D u_upper;
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;

void main() {
    int block = hpyr_target_texel();
    o_lower = o_upper = vec4(0.0);
    if (block >= u_blocks)
        return;
    uvec3 bits = uvec3(0x24924924u, 0x12492492u, 0x09249249u) & uint(u_key_bits), key = hpyr_family(block).x & bits;
    vec3 low = 0.5 + 0.5 * vec3(equal(key, bits)), high = 0.5 + 0.5 * vec3(equal(key, uvec3(0u)));
    ivec2 at = hpyr_plane_texel(block, u_lower_row);
    vec4 lower = texelFetch(u_lower, at, 0), upper = texelFetch(u_upper, at, 0);
    vec4 x0 = lower + low.x * upper, x1 = high.x * upper;
    vec4 y0 = vec4(x0.xy, x1.xy) + low.y * vec4(x0.zw, x1.zw), y1 = high.y * vec4(x0.zw, x1.zw);
    vec4 z0 = vec4(y0.xz, y1.xz) + low.z * vec4(y0.yw, y1.yw), z1 = high.z * vec4(y0.yw, y1.yw);
    o_lower = vec4(z0.x, z1.x, z0.z, z1.z); // (x, y) of z0 and z1: (0,0) (1,0) (0,1) (1,1)
    o_upper = vec4(z0.y, z1.y, z0.w, z1.w);
}
