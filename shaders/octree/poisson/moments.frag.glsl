// For the cell that is the parent of each block of the last depth: integrals over this cell of
// grad hat . V, for the hats of the cell's eight corners, which are twice as wide as those of the field.
// The field is read at the 27 vertices of the eight nodes.
#include "octree/level.glsl"
#include "octree/poisson/field.glsl"
uniform int u_blocks;
uniform int u_vertices; // 27
layout(location = 0) out vec4 o_lower;
layout(location = 1) out vec4 o_upper;

// Along an axis: integrals over two cells of the hats at both ends, and of their derivatives, with the
// hat of the vertex at 0, 1 or 2.
vec2 masses(int vertex) {
    return vertex == 0 ? vec2(5.0, 1.0) / 12.0 : vertex == 1 ? vec2(0.5) : vec2(1.0, 5.0) / 12.0;
}

vec2 slopes(int vertex) {
    return (vertex == 1 ? 0.5 : 0.25) * vec2(-1.0, 1.0);
}

void main() {
    int block = hpyr_target_texel();
    o_lower = o_upper = vec4(0.0);
    if (block >= u_blocks)
        return;
    for (int i = 0; i < u_vertices; i++) {
        ivec3 vertex = ivec3(i / 9, i / 3 % 3, i % 3), bits = vertex & 1, place = 1 + (vertex >> 1);
        int other = hpyr_around(block, 9 * place.x + 3 * place.y + place.z);
        vec3 v = hpyr_field_of(other, bits.x << 2 | bits.y << 1 | bits.z);
        vec2 mx = masses(vertex.x), my = masses(vertex.y), mz = masses(vertex.z), sx = slopes(vertex.x);
        vec4 yz = my.xxyy * mz.xyxy,
             slope = v.y * slopes(vertex.y).xxyy * mz.xyxy + v.z * my.xxyy * slopes(vertex.z).xyxy;
        o_lower += v.x * sx.x * yz + mx.x * slope;
        o_upper += v.x * sx.y * yz + mx.y * slope;
    }
}
