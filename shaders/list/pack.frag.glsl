// Makes a plane of a caller's texture, whose texels hold an entry each.
// HPYR_FLOATS: its format is R32F, else R32UI.
#include "list/plane.glsl"
#ifdef HPYR_FLOATS
uniform sampler2D u_texture;
#    define ENTRY(at) floatBitsToUint(texelFetch(u_texture, at, 0).x)
#else
uniform usampler2D u_texture;
#    define ENTRY(at) texelFetch(u_texture, at, 0).x
#endif
uniform int u_width; // of the texture
out uvec4 o_entries;

ivec2 next(ivec2 at) {
    return at.x + 1 == u_width ? ivec2(0, at.y + 1) : ivec2(at.x + 1, at.y);
}

void main() {
    int first = hpyr_target_texel() * 4, row = first / u_width;
    ivec2 a = ivec2(first - row * u_width, row), b = next(a), c = next(b), d = next(c);
    o_entries = uvec4(ENTRY(a), ENTRY(b), ENTRY(c), ENTRY(d)); // entries past the texture are never used
}
