// HistoPyramid Builder over 3D volumes (Ziegler et al. 2006, sections 5 and 7.2): a node is the sum of the 2x2x2 below. A pass
// draws HPYR_TARGETS slices, each into a colour buffer of its own; the first is u_hpyr_slice.
//   HPYR_PASS 0   the base level, of a SEPARATE discriminator
//   HPYR_PASS 1   level 1 straight from the source (report, section 6.1)
//   HPYR_PASS 2   a level from the one below, to which the texture is clamped and whose used part measures u_hpyr_read
// HPYR_EVEN: what is read has no odd sides.  HPYR_ONE_SLICE: it is one slice.  HPYR_NEAR_INPUT: it is a 3D texture.
layout(location = 0) out HPYR_COUNT o_counts[HPYR_TARGETS];
uniform int u_hpyr_slice;
uniform ivec3 u_hpyr_read;
uniform vec3 u_hpyr_scale; // 1 / size of the mipmap

#if HPYR_PASS == 0
HPYR_UINT hpyr_drawn(ivec3 node) {
    return hpyr_cell_count(node);
}
#else

// A nearest filter around one coordinate reads what texelFetch would, at half its cost on a software rasterizer. The coordinate
// is a texel's centre, half a texel from where rounding could matter. All children are fetched before any is chosen.
#if HPYR_PASS == 2
#define HPYR_CHILD(x, y, z) HPYR_UINT(textureLodOffset(u_hpyr_pyramid, corner, 0.0, ivec3(x, y, z)).r)
#define HPYR_CORNER_SCALE u_hpyr_scale
#elif defined(HPYR_NEAR_INPUT)
#define HPYR_CHILD(x, y, z) hpyr_count_of_texel(textureLodOffset(u_hpyr_input, corner, 0.0, ivec3(x, y, z)))
#define HPYR_CORNER_SCALE u_hpyr_input_scale
#else
#define HPYR_CHILD(x, y, z) hpyr_count_at_cell(min(2 * node + ivec3(x, y, z), u_hpyr_read - 1))
#endif

#ifdef HPYR_EVEN
#define HPYR_WITHIN(has_second, count) count
#else
#define HPYR_WITHIN(has_second, count) ((has_second) ? count : HPYR_UINT(0))
#endif

HPYR_UINT hpyr_drawn(ivec3 node) {
#ifdef HPYR_CORNER_SCALE
    vec3 corner = (2.0 * vec3(node) + 0.5) * HPYR_CORNER_SCALE;
#endif
    bvec3 second = lessThan(2 * node + 1, u_hpyr_read); // whether there is one along each axis
    HPYR_UINT a = HPYR_CHILD(0, 0, 0), b = HPYR_CHILD(1, 0, 0), c = HPYR_CHILD(0, 1, 0), d = HPYR_CHILD(1, 1, 0);
    HPYR_UINT sum = hpyr_add(hpyr_add(a, HPYR_WITHIN(second.x, b)),
                             hpyr_add(HPYR_WITHIN(second.y, c), HPYR_WITHIN(second.x && second.y, d)));
#ifndef HPYR_ONE_SLICE
    HPYR_UINT e = HPYR_CHILD(0, 0, 1), f = HPYR_CHILD(1, 0, 1), g = HPYR_CHILD(0, 1, 1), h = HPYR_CHILD(1, 1, 1);
    HPYR_UINT upper = hpyr_add(hpyr_add(e, HPYR_WITHIN(second.x, f)),
                               hpyr_add(HPYR_WITHIN(second.y, g), HPYR_WITHIN(second.x && second.y, h)));
    sum = hpyr_add(sum, HPYR_WITHIN(second.z, upper));
#endif
    return sum;
}
#endif

void main() {
    for (int i = 0; i < HPYR_TARGETS; ++i)
        o_counts[i] = hpyr_storable(hpyr_drawn(ivec3(gl_FragCoord.xy, u_hpyr_slice + i)));
}
