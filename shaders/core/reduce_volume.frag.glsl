// HistoPyramid Builder of layout VOLUME (Ziegler et al. 2006, sections 5 and 7.2). A node sums
// its 2x2x2 children. A fragment draws one in each of HPYR_TARGETS slices, u_hpyr_slice and on.
// HPYR_EACH_TARGET(step): step(0) step(1) .., as GLSL ES indexes outputs by constants only.
// HPYR_PASS: 0  draws the base level of a SEPARATE discriminator
//            1  draws level 1 from the source of a MERGED one (MPI-I-2006-4-002, section 6.1)
//            2  draws a level from the level below, to which the texture is clamped
// u_hpyr_read: size of what is read.  HPYR_EVEN: it is even.  HPYR_ONE_SLICE: it is one slice.
// HPYR_ROLLED: the discriminator is long, so that no compiler may unroll the loop over 2x2x2 children:
// u_hpyr_children is 8.
// HPYR_INPUT_KIND: the discriminator reads 0 no texels, 1 flat-3D, 2 an array or 3 a 3D texture.
#include "core/add.glsl"
#include "core/discriminate.glsl"
#include "core/nodes_volume.glsl"

layout(location = 0) out HPYR_COUNT o_counts[HPYR_TARGETS];
uniform int u_hpyr_slice;
uniform ivec3 u_hpyr_read;
uniform vec3 u_hpyr_scale; // 1 / size of the mipmap below

// Like HPYR_NEAR, offsets from the center of a texel with a nearest filter cost half of texelFetch.
// All children are fetched before any branch, but for those that a function is asked for (HPYR_KIND 2).
#if HPYR_PASS == 2
#    define HPYR_PLANE(cell)        ((vec3(cell) + 0.5) * u_hpyr_scale)
#    define HPYR_CHILD(plane, x, y) HPYR_UINT(textureLodOffset(u_hpyr_pyramid, plane, 0.0, ivec3(x, y, 0)).r)
#elif HPYR_INPUT_KIND == 3
#    define HPYR_PLANE(cell)        ((vec3(cell) + 0.5) * u_hpyr_input_scale)
#    define HPYR_CHILD(plane, x, y) hpyr_count_of_texel(textureLodOffset(u_hpyr_input, plane, 0.0, ivec3(x, y, 0)))
#elif HPYR_INPUT_KIND == 2
#    define HPYR_PLANE(cell)        vec3((vec2((cell).xy) + 0.5) * u_hpyr_input_scale.xy, (cell).z)
#    define HPYR_CHILD(plane, x, y) hpyr_count_of_texel(textureLodOffset(u_hpyr_input, plane, 0.0, ivec2(x, y)))
#elif HPYR_INPUT_KIND == 1
#    define HPYR_PLANE(cell)        vec3((vec2(hpyr_texel_of_cell(cell)) + 0.5) * u_hpyr_input_scale.xy, 0.0)
#    define HPYR_CHILD(plane, x, y) hpyr_count_of_texel(textureLodOffset(u_hpyr_input, (plane).xy, 0.0, ivec2(x, y)))
#else
#    define HPYR_PLANE(cell)        cell
#    define HPYR_CHILD(plane, x, y) hpyr_count_at_cell(min(plane + ivec3(x, y, 0), u_hpyr_read - 1))
#endif

#if HPYR_PASS == 0
HPYR_UINT hpyr_drawn(ivec3 node) {
    return HPYR_CHILD(HPYR_PLANE(node), 0, 0);
}
#else
HPYR_UINT hpyr_within(bool has_second, HPYR_UINT count) {
#    ifdef HPYR_EVEN
    return count;
#    else
    return has_second ? count : HPYR_UINT(0);
#    endif
}

#    if HPYR_PASS == 1 && HPYR_KIND == 2
// Each child is asked in a branch of its own, so that its fetches are not moved before those of the children above it. That takes
// fewer registers. A compiler may unroll the loop if it is short.
#        ifdef HPYR_ROLLED
uniform int u_hpyr_children;
#        elif defined(HPYR_ONE_SLICE)
const int u_hpyr_children = 4;
#        else
const int u_hpyr_children = 8;
#        endif

HPYR_UINT hpyr_drawn(ivec3 node) {
    HPYR_UINT sum = HPYR_UINT(0);
    for (int child = 0; child < u_hpyr_children; child++) {
        ivec3 cell = 2 * node + ivec3(child & 1, (child >> 1) & 1, child >> 2);
        if (all(lessThan(cell, u_hpyr_read)))
            sum = hpyr_add(sum, hpyr_count_at_cell(cell));
    }
    return sum;
}
#    else
// The sum of 2x2 children in one slice.
#        define HPYR_ROW0(plane) hpyr_add(HPYR_CHILD(plane, 0, 0), hpyr_within(second.x, HPYR_CHILD(plane, 1, 0)))
#        define HPYR_ROW1(plane) hpyr_add(HPYR_CHILD(plane, 0, 1), hpyr_within(second.x, HPYR_CHILD(plane, 1, 1)))
#        define HPYR_QUAD(plane) hpyr_add(HPYR_ROW0(plane), hpyr_within(second.y, HPYR_ROW1(plane)))
HPYR_UINT hpyr_drawn(ivec3 node) {
    ivec3 first = 2 * node;
    bvec3 second = lessThan(first + 1, u_hpyr_read); // is there one along each axis?
    HPYR_UINT lower = HPYR_QUAD(HPYR_PLANE(first));
#        ifdef HPYR_ONE_SLICE
    return lower;
#        else
    HPYR_UINT upper = HPYR_QUAD(HPYR_PLANE(first + ivec3(0, 0, 1)));
    return hpyr_add(lower, hpyr_within(second.z, upper));
#        endif
}
#    endif
#endif

void main() {
#define HPYR_DRAW(i) o_counts[i] = hpyr_storable(hpyr_drawn(ivec3(gl_FragCoord.xy, u_hpyr_slice + i)));
    HPYR_EACH_TARGET(HPYR_DRAW)
}
