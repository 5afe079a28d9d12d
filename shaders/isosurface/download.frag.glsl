// Writes the soup on GL 2.1, which cannot capture: two texels a vertex, its position and normal.
#include "core/keys.glsl"
#include "isosurface/expand.glsl"

uniform HPYR_UINT u_first;
uniform HPYR_UINT u_count;
uniform HPYR_UINT u_width; // vertices in a row

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int column = HPYR_HALF(texel.x);
    HPYR_UINT index = HPYR_UINT(texel.y) * u_width + HPYR_UINT(column);
    vec3 position = vec3(0.0), normal = vec3(0.0);
    hpyr_vertex_at(u_first + min(index, u_count - 1.0), position, normal);
    gl_FragColor = vec4(texel.x == 2 * column ? position : normal, 1.0);
}
