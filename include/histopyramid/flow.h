/* flow.h - finds where to begin in a volume: critical points, vortices, cells of level sets.
 * SPDX-License-Identifier: MIT
 *
 * A hpyr_flow finds seeds in a volume, in a field of vectors (CRITICAL, VORTICITY) or of numbers
 * (BAND): places where streamlines and the like begin. It works on the GPU: a discriminator looks at
 * each cell of the grid, and a pyramid makes the list. docs/flow.md explains how critical points are
 * found, and how exact they are.
 *
 * How to use it:
 *   - hpyr_flow_create once, hpyr_flow_build for each new field or threshold.
 *   - hpyr_flow_count tells how many seeds there are.
 *   - hpyr_flow_extract_buffer writes them into a buffer of yours, hpyr_flow_download into CPU memory.
 *
 * Critical points and bands need three dimensions: a grid of one slice has no cells. Vectors without
 * a component along z have no critical points here either; their zeros are lines. VORTICITY works
 * in one slice, too.
 *
 * Not on GL 2.1. OpenGL ES needs hpyr_caps.float_targets.
 *
 * Sources, and how they are cited here:
 *   - "the paper": Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram
 *     Pyramids", Vision, Modeling and Visualization (VMV) 2006, http://www.tevs.eu/project_vmv06.html */
#ifndef HPYR_FLOW_H
#define HPYR_FLOW_H

#include <histopyramid/context.h>
#include <histopyramid/discriminator.h>
#include <histopyramid/field.h>
#include <histopyramid/flow_types.h>
#include <histopyramid/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Finds seeds in fields of one size. */
typedef struct hpyr_flow hpyr_flow;

/** What is listed, and what the fields look like.
 *
 *  | member         | used by  | meaning                                              | zero means             |
 *  |----------------|----------|------------------------------------------------------|------------------------|
 *  | kind           |          | what is listed                                       | CRITICAL               |
 *  | grid           |          | number and place of the samples, see hpyr_field_grid | an error: set the size |
 *  | periodic       |          | which axes repeat, see below                         | none                   |
 *  | order          |          | the order of cells; any hpyr_order                   | MORTON                 |
 *  | capacity       | CRITICAL | most cells that Newton's method looks at, see below  | 65 536                 |
 *  | merge_distance | CRITICAL | points that are closer count as one, see below       | least spacing / 4      |
 *
 *  Along a periodic axis the first sample comes again after the last one. So n samples have n cells
 *  and a period of n * spacing. Without a spacing the period is 2: sample i lies at -1 + i * 2 / n.
 *  Other axes have n - 1 cells; there sample i lies at -1 + i * 2 / (n - 1) without a spacing. An
 *  axis may have one sample. If it is not periodic it has no cells, and then there are no critical
 *  points and no bands.
 *  `axes` and `slab_depth` of the grid must be 0, or what they are by default.
 *  `capacity` is about candidates, not about seeds, see hpyr_flow_build. The number of cells of the
 *  grid is always enough. Of most fields a small part of the cells are candidates.
 *  `merge_distance` is a distance between positions, in the same units. It is compared for points
 *  that one cell or two neighboring cells have found. Points that lie within 1/64 of a cell along
 *  each axis count as one, too, however small it is.
 *  A member that its kind does not use must be 0. */
typedef struct hpyr_flow_desc {
    hpyr_flow_kind kind;
    hpyr_field_grid grid;
    bool periodic[3];
    hpyr_order order;
    uint32_t capacity;
    double merge_distance;
} hpyr_flow_desc;

/** A field, and the numbers that say what a seed is. Give a texture, or GLSL.
 *
 *  | member    | used by   | meaning                                                     | zero means              |
 *  |-----------|-----------|-------------------------------------------------------------|-------------------------|
 *  | texture   |           | a GL_TEXTURE_3D, see below                                  | name 0: no texture      |
 *  | glsl      |           | your GLSL, see below                                        | none                    |
 *  | bind      |           | sets what your GLSL reads, see hpyr_bind_fn                 | there is nothing to set |
 *  | user      |           | is passed to `bind`                                         | NULL                    |
 *  | threshold | VORTICITY | least length of the curl of a seed                          | 0: every sample         |
 *  | isovalue  | BAND      | the level                                                   | 0                       |
 *  | width     | BAND      | how far from the level values may be                        | 0                       |
 *
 *  A texture of vectors has the format RGB32F or RGBA32F: x, y and z are red, green and blue.
 *  `channel` must be 0. For BAND the texture may have any format except R32UI and RGBA32UI, and
 *  `channel` chooses the number. Either texture may be larger than the grid.
 *  `glsl` defines hpyr_flow_at (glsl.h); for BAND it defines hpyr_field_at. Places have the units of positions. Each
 *  cell asks for the samples that it looks at, so a build runs your function up to eight times for each sample. For
 *  CRITICAL the library also asks for places between samples, and up to two cells outside of the grid.
 *  `bind` may bind textures of yours from its `first_unit` on. hpyr_flow_build calls it, and so do the
 *  calls that look at the field again: hpyr_flow_count, hpyr_flow_try_count, hpyr_flow_extract_buffer
 *  and hpyr_flow_download.
 *  A member that the kind does not use must be 0.
 *  Pointers: `glsl` may be NULL. `bind` may be NULL. */
typedef struct hpyr_flow_field {
    hpyr_texture texture;
    const char *glsl;
    hpyr_bind_fn bind;
    void *user;
    double threshold;
    double isovalue, width;
} hpyr_flow_field;

/** Returns the GL memory that a hpyr_flow takes, with all that builds and lists need, or 0 for a
 *  descriptor that hpyr_flow_create would refuse. Without `context` the number is that of GL 3.3
 *  without limits.
 *  Units: bytes.
 *  Pointers: `context` may be NULL.
 *  GL: no call. */
HPYR_API uint64_t hpyr_flow_bytes(const hpyr_context *context, const hpyr_flow_desc *desc);

/** Creates a hpyr_flow: allocates what builds need.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0; a member of `desc` is out of range, not finite, or has no effect;
 *      a side of the grid is longer than the largest float, or ends beyond it.
 *    UNSUPPORTED: this is GL 2.1, or an OpenGL ES that cannot render to floats.
 *    TOO_LARGE: the grid or `capacity` is too large for this GL.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_flow_create(hpyr_context *context, const hpyr_flow_desc *desc, hpyr_flow **out);

/** Destroys a hpyr_flow.
 *  GL: state restored. */
HPYR_API void hpyr_flow_destroy(hpyr_flow *flow);

/** Returns the descriptor with all defaults filled in.
 *  Pointers: The result lives until hpyr_flow_destroy.
 *  GL: no call. */
HPYR_API const hpyr_flow_desc *hpyr_flow_resolved(const hpyr_flow *flow);

/** Searches `field` for seeds. The search of CRITICAL has two parts. This call does the first one. The
 *  first count, extraction or download after it does the second one.
 *  CRITICAL: This call marks cells that may have a critical point, the candidates. The first call that
 *    asks for seeds looks for points in them.
 *      - A cell is a candidate if each of the three components changes its sign among the eight
 *        samples, or is zero at some of them, or is at least 16 times smaller at one than at another.
 *        It is none if two of its samples are (0,0,0): it touches a body in which nothing moves.
 *      - A candidate with just one such sample has no seeds if a neighbor of this sample along an axis
 *        is (0,0,0), too: it touches such a body as well.
 *      - Newton's method looks for zeros, from the middles of the cell's eight octants, in up to 16
 *        steps of at most half a cell. For a texture it works on the polynomial of third degree along
 *        each axis through the 4x4x4 samples around the cell. Next to a border that is not periodic
 *        the four samples nearest to it are taken; an axis with fewer has a lower degree. For GLSL it
 *        works on your function, with central differences over an eighth of a cell.
 *      - A zero is a seed of the cell if Newton's method has come to rest in the cell, or at most 0.001
 *        cells outside of it (for GLSL 0.1), which allows for rounding. It is dropped if the cell, or
 *        one of its 26 neighbors, has found a zero closer than `merge_distance` before it in the
 *        order of keys: of a chain of such zeros the first one stays. So a cell has eight seeds at most.
 *      - Zeros along lines and in volumes are no seeds. The units here are steps of one cell, and for
 *        each component the range of its eight samples. A zero is dropped if the root of the sum of
 *        squares of the Jacobian is below 1/8; if its smallest singular value is below about 1/4096;
 *        or if this value is below about 1/8, and the vector is shorter than 1/128 on both sides of the
 *        zero, a cell away along the direction in which the flow changes least. On coarse grids a few
 *        zeros near crossings of lines pass.
 *      - Zeros in cells that are no candidates are missed, and zeros that Newton's method reaches from
 *        none of its eight starts. docs/flow.md tells under which condition it certainly finds a zero.
 *        Of 41 458 zeros in random fields that were more than 1.5 cells away from all others, it
 *        missed none.
 *  VORTICITY: A sample is a seed if the curl is at least as long as `threshold`. Derivatives are
 *    (next sample - previous sample) / (2 * spacing); at a border that is not periodic, the
 *    difference of the two samples nearest to it, divided by the spacing. Along an axis of one
 *    sample they are 0. A curl may be longer than the largest float, or shorter than the smallest
 *    one, and so may `threshold`: they are compared as numbers of any size.
 *  BAND: A cell is a seed if the smallest of its eight samples is <= isovalue + width, and the
 *    largest one >= isovalue - width. These bounds are computed in double precision; samples are
 *    compared with them exactly. A seed's value is the middle between the smallest and the largest
 *    sample, minus the isovalue.
 *  NaN and infinity: A cell or sample is no seed if one of the samples that it looks at is not
 *    finite. For CRITICAL these are the 4x4x4 samples.
 *  Tiny numbers: A GPU may take samples and bounds that are closer to 0 than 2^-126 for 0. A value of
 *    BAND may be off by 2^-123.
 *  Order: keys of cells follow hpyr_flow_desc.order.
 *  Pointers: `field.bind` lives until the next hpyr_flow_build. `field.user` lives until the next
 *    hpyr_flow_build.
 *  Errors:
 *    INVALID_ARGUMENT: a number is not finite; `threshold` or `width` is negative; there is neither a
 *      texture nor GLSL, or both; a member has no effect.
 *    TEXTURE: the texture is not what `field` says, has another target or format, or does not hold
 *      all samples.
 *    SHADER: your GLSL does not compile. The log names the line.
 *    After NO_CONTEXT the last build stays. After any other error other calls answer NOT_BUILT.
 *  Cost: O(samples), no read-back, no stall. For GLSL of yours see hpyr_pyramid_build.
 *  Lifetime: `flow` reads the texture until its next build. Do not change or delete it before the
 *    last count, extraction or download.
 *  GL: state restored.
 *  Source: the paper, section 8.2. */
HPYR_API hpyr_result hpyr_flow_build(hpyr_flow *flow, const hpyr_flow_field *field);

/** Tells how many seeds the last build has.
 *  Errors:
 *    NOT_BUILT: there was no build, or the last one failed.
 *    INCOMPLETE: there were more candidates than hpyr_flow_desc.capacity. *count is the number of seeds
 *      among those that were refined, which are the first ones by key. The log tells how many
 *      candidates there were. To have all seeds, create another hpyr_flow with this capacity.
 *    TEXTURE: the field's texture was deleted, or has another size or format now.
 *    After an error *count is 0.
 *  Cost: waits for the GPU. For CRITICAL the first call after a build refines the candidates, and
 *    waits twice.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_flow_count(hpyr_flow *flow, uint32_t *count);

/** Tells the same if the GPU has finished. It does not wait.
 *  For CRITICAL the GPU finishes twice: once with the candidates, which this call then begins to
 *  refine, and once with the seeds. So keep calling it until it tells the count.
 *  Errors:
 *    NOT_READY: the GPU has not finished. *count is 0. Ask again later.
 *    All others: as hpyr_flow_count.
 *  Cost: no stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_flow_try_count(hpyr_flow *flow, uint32_t *count);

/** Writes seeds first .. first + count - 1 into a buffer, as hpyr_flow_seed one after the other: 32
 *  bytes each. With HPYR_ALL as `count` these are all from `first` on. Seeds from *count of
 *  hpyr_flow_count on do not exist: nothing is written for them.
 *  Units: `offset` is bytes and a multiple of 4.
 *  Pointers: `report` may be NULL.
 *  Errors:
 *    NOT_BUILT, TEXTURE: as hpyr_flow_count.
 *    INVALID_ARGUMENT: `offset` is no multiple of 4.
 *    BUFFER: `buffer` is no buffer object, or is mapped.
 *    TRUNCATED: the buffer ends before the range does. What fits was written.
 *    INCOMPLETE: as hpyr_flow_count, and all seeds of the range that the object has were written.
 *  Cost: O(count). Waits as hpyr_flow_count.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_flow_extract_buffer(hpyr_flow *flow, uint32_t first, uint32_t count, uint32_t buffer,
                                              uint64_t offset, hpyr_report *report);

/** Writes seeds first .. first + count - 1 into CPU memory, at most `capacity` of them.
 *  Pointers: `seeds` has `capacity` entries. `report` may be NULL.
 *  Errors:
 *    NOT_BUILT, TEXTURE: as hpyr_flow_count.
 *    TRUNCATED: `capacity` is too small. What fits was written.
 *    INCOMPLETE: as hpyr_flow_extract_buffer.
 *  Cost: as hpyr_flow_extract_buffer, and a read-back that stalls.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_flow_download(hpyr_flow *flow, uint32_t first, uint32_t count, hpyr_flow_seed *seeds,
                                        size_t capacity, hpyr_report *report);

#ifdef __cplusplus
}
#endif

#endif
