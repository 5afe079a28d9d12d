// Writes the rank, the key of its first output, of each cell that the caller lists in a texture.
#include "core/keys.glsl"
#ifdef HPYR_INTEGERS
uniform usampler2D u_cells;
out uint o_key;
void main() {
    o_key = hpyr_rank(ivec3(texelFetch(u_cells, ivec2(gl_FragCoord.xy), 0).xyz));
}
#else
uniform sampler2D u_cells;
uniform vec2 u_cells_scale; // 1 / size of the texture
void main() {
    gl_FragColor = vec4(hpyr_rank(ivec3(texture2D(u_cells, gl_FragCoord.xy * u_cells_scale).xyz)));
}
#endif
