// Numbers of nodes of a depth, as users read them: a node a fragment.
// HPYR_FIELD: they are vectors.
#include "octree/poisson/field.glsl"
uniform sampler2D u_lower, u_upper;
uniform ivec2 u_lower_row;
uniform float u_scale;
uniform int u_texels; // of a block in a texture: 1, or 2 if u_lower and u_upper are the same one
uniform int u_first;  // node of the first fragment, counted from the depth's first one
out vec4 o_numbers;

void main() {
    int node = u_first + hpyr_target_texel();
#ifdef HPYR_FIELD
    o_numbers = vec4(hpyr_field_of(node >> 3, node & 7), 0.0);
#else
    bool is_lower = (node & 4) == 0;
    ivec2 at = hpyr_plane_texel(u_texels * (node >> 3) + (is_lower ? 0 : u_texels - 1), u_lower_row);
    vec4 values = is_lower ? texelFetch(u_lower, at, 0) : texelFetch(u_upper, at, 0);
    o_numbers = vec4(u_scale * hpyr_value_of(values, node & 3));
#endif
}
