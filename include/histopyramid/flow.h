/* flow.h - finds where to begin in a volume: critical points, vortices, cells of level sets.
 * SPDX-License-Identifier: MIT
 *
 * A flow is a field of vectors: a velocity at each sample of a grid. Streamlines and the like begin
 * at seeds. A hpyr_flow finds them on the GPU and lists them: a discriminator looks at each cell of
 * the grid, and a pyramid makes the list. docs/flow.md explains how critical points are found, and
 * how exact they are.
 *
 * How to use it:
 *   - hpyr_flow_create once, hpyr_flow_build for each new field or threshold.
 *   - hpyr_flow_count tells how many seeds there are.
 *   - hpyr_flow_extract_buffer writes them into a buffer of yours, hpyr_flow_download into CPU memory.
 *
 * GL 2.1 has none of it: refined points are lists (list.h). OpenGL ES needs hpyr_caps.float_targets.
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
 *  | member         | used by  | meaning                                             | zero means               |
 *  |----------------|----------|-----------------------------------------------------|--------------------------|
 *  | kind           |          | what is listed                                      | CRITICAL                 |
 *  | grid           |          | size and place of the samples, see hpyr_field_grid  | an error: set the size   |
 *  | periodic       |          | which axes repeat, see below                        | none                     |
 *  | order          |          | the order of cells                                  | MORTON                   |
 *  | capacity       | CRITICAL | most candidates that are refined                    | 65 536                   |
 *  | merge_distance | CRITICAL | points of neighbouring cells that are closer are    | a quarter of the         |
 *  |                |          | one point; in the units of `spacing`                | smallest spacing         |
 *
 *  Along a periodic axis the sample behind the last one is the first one again. So n samples have n
 *  cells and a period of n * spacing. Without a spacing the period is 2, from -1 on. Other axes have
 *  n - 1 cells, and none if there is one sample.
 *  `axes` and `slab_depth` of the grid must be 0, or what they are by default.
 *  A member that its kind does not use must be 0. */
typedef struct hpyr_flow_desc {
    hpyr_flow_kind kind;
    hpyr_field_grid grid;
    bool periodic[3];
    hpyr_order order;
    uint32_t capacity;
    float merge_distance;
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
 *  A texture of vectors has the format RGBA32F: x, y and z are red, green and blue. `channel` must be
 *  0. For BAND the texture may have any format but R32UI and RGBA32UI, and `channel` counts. It may
 *  be larger than the grid.
 *  `glsl` defines `vec3 hpyr_flow_at(vec3 p)`, the vector at place p; for BAND it defines
 *  `float hpyr_field_at(vec3 p)`. For CRITICAL the library also asks for places between samples and a
 *  little outside of the grid. Begin every other global name with hpyr_my_ or u_hpyr_my_.
 *  A member that the kind does not use must be 0. */
typedef struct hpyr_flow_field {
    hpyr_texture texture;
    const char *glsl;
    hpyr_bind_fn bind;
    void *user;
    double threshold;
    double isovalue, width;
} hpyr_flow_field;

/** Returns the GL memory that a flow takes, or 0 for a descriptor that hpyr_flow_create would
 *  refuse. If `context` is NULL, the number is that of GL 3.3 without limits.
 *  Units: bytes.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API uint64_t hpyr_flow_bytes(const hpyr_context *context, const hpyr_flow_desc *desc);

/** Creates a flow: allocates what builds need.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0; a member of `desc` is out of range, not finite, or has no effect.
 *    UNSUPPORTED: this is GL 2.1, or an OpenGL ES that cannot render to floats.
 *    TOO_LARGE: the grid or `capacity` is too large for this GL.
 *  Lifetime: until hpyr_flow_destroy.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_flow_create(hpyr_context *context, const hpyr_flow_desc *desc, hpyr_flow **out);

/** Destroys a flow. NULL is allowed.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API void hpyr_flow_destroy(hpyr_flow *flow);

/** Returns the descriptor with all defaults filled in. Returns NULL for NULL.
 *  Lifetime: valid until the flow is destroyed.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API const hpyr_flow_desc *hpyr_flow_resolved(const hpyr_flow *flow);

/** Finds what may be a seed of `field`.
 *  CRITICAL: A cell is a candidate if each of the three components is <= 0 at one of its eight
 *    samples, and >= 0 at another one. Candidates are refined when the seeds are asked for. Newton's
 *    method looks from the middle of each for a zero: of the polynomial of third degree along each
 *    axis through the 4x4x4 samples around the cell, with its own derivatives; or of your GLSL, with
 *    central differences over an eighth of a cell. At a border the samples are shifted inwards, and
 *    an axis with fewer samples has a lower degree. A candidate becomes a seed if Newton's method
 *    has come to rest in the cell, or at most a tenth of a cell beside it; but not if a neighbouring
 *    cell with a smaller key has the same point, see `merge_distance`. So a cell has at most one
 *    seed, and where the vectors vanish along a line or in a volume there is none.
 *  VORTICITY: A sample is a seed if the curl is at least as long as `threshold`. Derivatives are
 *    (next sample - previous sample) / (2 * spacing); at a border that is not periodic, the
 *    difference of the last two samples. Along an axis of one sample they are 0.
 *  BAND: A cell is a seed if the smallest of its eight samples is <= isovalue + width, and the
 *    largest one >= isovalue - width. These bounds are computed in double precision; samples are
 *    compared with them exactly. A seed's value is the middle between the smallest and the largest
 *    sample, minus the isovalue.
 *  NaN and infinity: A cell or sample is no seed if one of the samples that it looks at is not
 *    finite. For CRITICAL these are the 4x4x4 samples.
 *  Order: keys of cells follow hpyr_flow_desc.order.
 *  Errors:
 *    INVALID_ARGUMENT: a number is not finite or negative where it must not be; there is neither a
 *      texture nor GLSL, or both; a member has no effect.
 *    TEXTURE: the texture is not what `field` says, has another target or format, or does not hold
 *      all samples.
 *    SHADER: your GLSL does not compile. The log names the line.
 *    After an error other calls answer NOT_BUILT. But after NO_CONTEXT nothing changes.
 *  Cost: O(samples), no read-back, no stall.
 *  Lifetime: The flow reads the texture until its next build. Do not change it before you have the
 *    seeds. `glsl` is copied. Keep `bind`, and what `user` points to, until the next build.
 *  GL: state restored.
 *  Source: the paper, section 8.2.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_flow_build(hpyr_flow *flow, const hpyr_flow_field *field);

/** Tells how many seeds the last build has.
 *  Errors:
 *    NOT_BUILT: there was no build, or the last one failed.
 *    TRUNCATED: there were more candidates than `capacity`. *count has the seeds among the first
 *      ones; the log names both numbers.
 *    TEXTURE: the field's texture was deleted, or has another size or format now.
 *    After an error *count is 0.
 *  Cost: waits for the GPU. For CRITICAL the first call after a build refines the candidates, and
 *    waits twice.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_flow_count(hpyr_flow *flow, uint32_t *count);

/** Tells the same if the GPU has finished. It does not wait.
 *  Errors:
 *    NOT_READY: the GPU has not finished. *count is 0. Ask again later. For CRITICAL two numbers are
 *      waited for, one after the other.
 *    All others: as hpyr_flow_count.
 *  Cost: no stall.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_flow_try_count(hpyr_flow *flow, uint32_t *count);

/** Writes seeds first .. first + count - 1 into a buffer, as hpyr_flow_seed one after the other.
 *  Seeds from the last one on do not exist: nothing is written for them. `report` may be NULL.
 *  Units: `offset` is bytes and a multiple of 4.
 *  Errors:
 *    NOT_BUILT, TEXTURE: as hpyr_flow_count.
 *    INVALID_ARGUMENT: `offset` is not allowed.
 *    BUFFER: `buffer` is no buffer object, or is mapped.
 *    TRUNCATED: the buffer ends before the range does, or as hpyr_flow_count. What fits was written.
 *  Cost: O(count). Waits as hpyr_flow_count.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_flow_extract_buffer(hpyr_flow *flow, uint32_t first, uint32_t count, uint32_t buffer,
                                              uint64_t offset, hpyr_report *report);

/** Writes seeds first .. first + count - 1 into CPU memory, at most `capacity` of them.
 *  Errors:
 *    NOT_BUILT, TEXTURE: as hpyr_flow_count.
 *    INVALID_ARGUMENT: `seeds` is NULL and `capacity` is not 0.
 *    TRUNCATED: `capacity` is too small, or as hpyr_flow_count. What fits was written.
 *  Cost: as hpyr_flow_extract_buffer, and a read-back that stalls.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_flow_download(hpyr_flow *flow, uint32_t first, uint32_t count, hpyr_flow_seed *seeds,
                                        size_t capacity, hpyr_report *report);

#ifdef __cplusplus
}
#endif

#endif
