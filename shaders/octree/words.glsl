// A list with one word a texel, row after row. Its row is that of list/plane.glsl.
#include "list/plane.glsl"
uint hpyr_word(usampler2D words, ivec2 row, int index) {
    return texelFetch(words, hpyr_plane_texel(index, row), 0).x;
}
