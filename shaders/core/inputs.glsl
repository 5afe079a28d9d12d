// The textures behind the input. A caller's GLSL reads the first by hpyr_input_1_at(cell), a macro.
// HPYR_EACH_INPUT(step): step(sampler, name, scale) for each of them.
// HPYR_FETCH_TILE, HPYR_FETCH_CELL, HPYR_FETCH_PLACE: fetch a texel where a cell of the grid lies in a
// 2D texture, where it lies in a volume, or at the place x, y of any 2D texture.
#include "core/cell.glsl"

#ifdef HPYR_EACH_INPUT
#    ifdef HPYR_INTEGERS
#        define HPYR_FETCH_TILE(input, scale, cell)  texelFetch(input, hpyr_texel_of_cell(cell), 0)
#        define HPYR_FETCH_CELL(input, scale, cell)  texelFetch(input, cell, 0)
#        define HPYR_FETCH_PLACE(input, scale, cell) texelFetch(input, (cell).xy, 0)
#    else
#        define HPYR_FETCH_TILE(input, scale, cell)  texture2D(input, (vec2(hpyr_texel_of_cell(cell)) + 0.5) * scale.xy)
#        define HPYR_FETCH_CELL(input, scale, cell)  texture3D(input, (vec3(cell) + 0.5) * scale)
#        define HPYR_FETCH_PLACE(input, scale, cell) texture2D(input, (vec2((cell).xy) + 0.5) * scale.xy)
#    endif

#    define HPYR_DECLARE_SAMPLER(sampler, name, scale) uniform sampler name;
#    define HPYR_DECLARE_SCALE(sampler, name, scale)   uniform vec3 scale;
HPYR_EACH_INPUT(HPYR_DECLARE_SAMPLER)
HPYR_EACH_INPUT(HPYR_DECLARE_SCALE)
#endif
