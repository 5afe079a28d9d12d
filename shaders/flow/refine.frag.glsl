// Looks for critical points in each cell of a list, by Newton's method from eight starts in a cell. The discriminator's GLSL, which
// comes with discriminate.glsl, defines what flow/vectors.glsl tells, and the caller's hpyr_flow_at if there is no texture.
#include "core/discriminate.glsl"
#include "flow/entries.glsl"
#include "flow/look.glsl"

#define HPYR_NEWTON_STEPS 16
#define HPYR_LONGEST      0.5   // longest step: in cells, as the others
#define HPYR_FARTHEST     1.0   // from the middle of the cell, along an axis: it gives up where it is farther
#define HPYR_REST         0.001 // it is at rest where a step is shorter
#ifdef HPYR_INPUT
#    define HPYR_MARGIN 0.001 // how far outside of its cell a zero may be, where other polynomials hold: rounding alone
#else
#    define HPYR_MARGIN 0.1 // places far from the origin are rounded
#endif

uniform usampler2D u_cells;
out uvec4
    o_place; // place in the cell, 0 to 1 along each axis: the bits of floats, and 0. All bits are set where there is no zero

// Whether a neighbor along an axis of a sample that is zero, outside of the cell, is zero, too: there the flow does not stand still at
// a point, but in a body. The discriminator has seen to it that one sample of the cell is zero at most.
bool touches_body(ivec3 cell) {
    bool touches = false;
    for (int i = 0; i < 24 && !touches; i++) { // three neighbors of each corner
        ivec3 corner = ivec3(i & 1, i >> 1 & 1, i >> 2 & 1), at = cell + corner;
        at[i / 8] += 2 * corner[i / 8] - 1;
        at = hpyr_flow_wrap(at);
        bool is_inside = all(greaterThanEqual(at, ivec3(0))) && all(lessThan(at, u_hpyr_flow_samples));
        touches =
            is_inside && hpyr_flow_is_zero(hpyr_flow_sample(cell + corner)) && hpyr_flow_is_zero(hpyr_flow_sample(at));
    }
    return touches;
}

void main() {
    int entry = hpyr_flow_entry(ivec2(gl_FragCoord.xy));
    o_place = uvec4(0xFFFFFFFFu);
    if (entry >= u_count)
        return;
    ivec3 cell = ivec3(texelFetch(u_cells, hpyr_flow_texel_of_candidate(entry), 0).xyz);
    if (touches_body(cell))
        return;
    vec3 range = hpyr_flow_range(cell), t = 0.25 + 0.5 * vec3(entry & 1, entry >> 1 & 1, entry >> 2 & 1);
    int rests = 0;
    for (int i = 0; i < HPYR_NEWTON_STEPS; i++) {
        vec3 v;
        mat3 slopes;
        hpyr_flow_look(cell, t, cell, v, slopes);
        hpyr_flow_divide(range, v, slopes);
        float size = hpyr_flow_step(v, slopes, HPYR_LONGEST, t);
        vec3 away = abs(t - 0.5);
        if (size < 0.0 || !(max(away.x, max(away.y, away.z)) <= HPYR_FARTHEST))
            return;
        rests = size < HPYR_REST ? rests + 1 : 0;
        if (rests == 2)
            break;
    }
    if (rests > 0 && all(greaterThanEqual(t, vec3(-HPYR_MARGIN))) && all(lessThanEqual(t, vec3(1.0 + HPYR_MARGIN))))
        o_place = uvec4(floatBitsToUint(t), 0u);
}
