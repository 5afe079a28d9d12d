// Writes a plane to a caller's texture, whose texels hold an entry each.
// HPYR_FLOATS: its format is R32F, else R32UI.
#include "list/plane.glsl"
uniform usampler2D u_plane;
uniform ivec2 u_plane_row;
uniform int u_width; // of the texture
#ifdef HPYR_FLOATS
out float o_entry;
#    define STORE(entry) uintBitsToFloat(entry)
#else
out uint o_entry;
#    define STORE(entry) entry
#endif

void main() {
    int index = int(gl_FragCoord.y) * u_width + int(gl_FragCoord.x), entry = index & 3;
    uvec4 entries = texelFetch(u_plane, hpyr_plane_texel(index >> 2, u_plane_row), 0);
    o_entry = STORE(hpyr_entry_of(entries, entry));
}
