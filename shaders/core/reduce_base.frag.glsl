// Draws level 1 from the input of a MERGED discriminator (MPI-I-2006-4-002, section 6.1).
#include <core/store*.glsl>
#include "core/node_shape.glsl"
#include "core/discriminate.glsl"

#if defined(HPYR_INPUT) && !defined(HPYR_INPUT_CELLS) && HPYR_KIND != 2
// The filter clamps to the edge, so children that are no cells are masked afterwards.
HPYR_UINT hpyr_cell_count(HPYR_TEXEL value, ivec2 texel) {
    HPYR_UINT count = hpyr_count_of_texel(value);
    return hpyr_is_cell(texel) ? count : HPYR_UINT(0);
}

#    define HPYR_NEAR_INPUT(x, y) HPYR_NEAR(u_hpyr_input, at, x, y, u_hpyr_input_scale.xy)
#    define HPYR_CELL(x, y)       hpyr_cell_count(HPYR_NEAR_INPUT(x, y), texel + ivec2(x, y))
#else
#    define HPYR_CELL(x, y) hpyr_base_at(texel + ivec2(x, y))
#endif

void main() {
    ivec2 texel = HPYR_NODE_SIZE * ivec2(gl_FragCoord.xy);
#ifdef HPYR_INPUT
    vec2 at = (vec2(texel) + 0.5) * u_hpyr_input_scale.xy;
#endif
    hpyr_store_children(HPYR_CHILDREN(HPYR_CELL));
}
