/* octree.h - octrees of points, built by the GPU.
 * SPDX-License-Identifier: MIT
 *
 * A build sorts the points by the keys of their cells, and then makes the nodes depth after depth,
 * from the root down. It knows the neighbors of every node, and which vertices, edges and faces
 * nodes share. octree_types.h says how all of this is numbered.
 *
 * How to use it:
 *   - hpyr_octree_create once, hpyr_octree_build for each new set of points.
 *   - hpyr_octree_extract_buffer writes one of the octree's arrays to a buffer of yours;
 *     hpyr_octree_download, to CPU memory.
 *   - Or walk the octree in shaders of your own: hpyr_octree_glsl, hpyr_octree_bind.
 *
 * Not on GL 2.1, which has no integers: see hpyr_caps.max_list_length. */
#ifndef HPYR_OCTREE_H
#define HPYR_OCTREE_H

#include <histopyramid/context.h>
#include <histopyramid/list.h>
#include <histopyramid/octree_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An octree on the GPU. */
typedef struct hpyr_octree hpyr_octree;

/** The points of a build.
 *
 *  | member    | meaning                                             | zero means                                |
 *  |-----------|-----------------------------------------------------|-------------------------------------------|
 *  | positions | three coordinates for each point                    | an error, unless there are no points      |
 *  | count     | number of points                                    | the octree is a root without points       |
 *  | cube      | the root                                            | side 0: the smallest cube with all points |
 *  | margin    | how much larger than this smallest cube the root is: | 1.1                                      |
 *  |           | a factor of 1 or more, only without `cube`          |                                           | */
typedef struct hpyr_octree_points {
    hpyr_attribute positions;
    uint32_t count;
    hpyr_octree_cube cube;
    double margin;
} hpyr_octree_points;

/** Creates an octree. Its memory grows with the nodes that builds need.
 *  Errors:
 *    INVALID_ARGUMENT: a member of `desc` is out of range.
 *    UNSUPPORTED: GL 2.1 has no octrees.
 *    TOO_LARGE: `capacity` or `node_capacity` is above hpyr_caps.max_list_length.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_octree_create(hpyr_context *context, const hpyr_octree_desc *desc, hpyr_octree **out);

/** Destroys an octree.
 *  GL: state restored. */
HPYR_API void hpyr_octree_destroy(hpyr_octree *octree);

/** Returns the descriptor with all defaults filled in.
 *  Pointers: The result lives until hpyr_octree_destroy.
 *  GL: no call. */
HPYR_API const hpyr_octree_desc *hpyr_octree_resolved(const hpyr_octree *octree);

/** Builds the octree of a set of points.
 *  Errors:
 *    INVALID_ARGUMENT: `count` is above hpyr_octree_desc.capacity; a member contradicts another one or
 *      is out of range; or the root is too large or too small. Its origin and its side must be finite,
 *      and 2^depth / side a float from 2^-126 on. So a side of 2^(depth - 128) is too small, for depth
 *      10 that is 3e-36; and for depth 1 more than 2^127 is too large. Scale the points then.
 *    BUFFER: the buffer is missing, mapped, or too small.
 *    TOO_LARGE: the octree needs more nodes than hpyr_octree_desc.node_capacity. The log has both.
 *    After an error the octree is empty: other calls answer NOT_BUILT until a build succeeds.
 *  Cost: a sort of the points, and some passes over the nodes of each depth (docs/octree.md). Waits
 *    once for the smallest cube, unless you give one, and once for the number of nodes of each depth.
 *  GL: state restored.
 *  Source: the paper, sections III-B and III-C. */
HPYR_API hpyr_result hpyr_octree_build(hpyr_octree *octree, const hpyr_octree_points *points);

/** Returns what the last build has found, or NULL if there was none or it failed. Numbers of
 *  vertices, edges and faces are 0 until hpyr_octree_share.
 *  Pointers: The result may be NULL. The result lives until the next hpyr_octree_build. The result
 *    lives until hpyr_octree_destroy.
 *  GL: no call. */
HPYR_API const hpyr_octree_report *hpyr_octree_last_report(const hpyr_octree *octree);

/** Finds the vertices, edges and faces that nodes share. It is a call of its own because not
 *  everybody needs them. Calls after the first one do nothing, until the next build.
 *  Errors:
 *    NOT_BUILT: there is no octree.
 *  Cost: some passes over all nodes. Waits for the three totals.
 *  GL: state restored.
 *  Source: the paper, section III-D. */
HPYR_API hpyr_result hpyr_octree_share(hpyr_octree *octree);

/** Returns the number of entries of an array: 0 if it is not there, which for elements means that
 *  hpyr_octree_share was not called.
 *  GL: no call. */
HPYR_API uint64_t hpyr_octree_entries(const hpyr_octree *octree, hpyr_octree_array array);

/** Writes entries [first, first + count) of an array to a buffer of yours, as uint32. HPYR_ALL as `count`
 *  means all from `first` on.
 *  Units: `offset` is in bytes, a multiple of 4. `first` and `count` are in entries.
 *  Pointers: `report` may be NULL.
 *  Errors:
 *    INVALID_ARGUMENT: `array` is no hpyr_octree_array, or `offset` is no multiple of 4.
 *    NOT_BUILT: there is no octree; or hpyr_octree_share was not called, and the array is VERTICES, EDGES,
 *      FACES, VERTEX_NODES, EDGE_VERTICES or FACE_EDGES.
 *    BUFFER: `buffer` is no buffer object, or is mapped.
 *    TRUNCATED: the buffer ends before the range does. What fits was written.
 *  Cost: a pass for every 2^20 entries. No stall.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_octree_extract_buffer(hpyr_octree *octree, hpyr_octree_array array, uint64_t first,
                                                uint64_t count, uint32_t buffer, uint64_t offset, hpyr_report *report);

/** Reads entries [first, first + count) of an array to CPU memory, at most `capacity` of them.
 *  Pointers: `entries` has `capacity` entries. `report` may be NULL.
 *  Errors:
 *    INVALID_ARGUMENT: `array` is no hpyr_octree_array.
 *    NOT_BUILT: as hpyr_octree_extract_buffer.
 *    TRUNCATED: `capacity` is too small. What fits was written.
 *  Cost: as hpyr_octree_extract_buffer, and it waits.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_octree_download(hpyr_octree *octree, hpyr_octree_array array, uint64_t first, uint64_t count,
                                          uint32_t *entries, size_t capacity, hpyr_report *report);

/** Returns the GL memory that the octree takes now.
 *  Units: bytes.
 *  GL: no call. */
HPYR_API uint64_t hpyr_octree_memory(const hpyr_octree *octree);

/** Writes GLSL with which your shaders walk the octree. glsl.h lists its functions.
 *  Shapes: as hpyr_pyramid_glsl. The text is the same for all octrees; 8192 bytes hold it.
 *  Pointers: `prefix` may be NULL. `text` has `capacity` bytes. `needed` may be NULL.
 *  Errors:
 *    INVALID_ARGUMENT, TRUNCATED: as hpyr_pyramid_glsl.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_octree_glsl(const hpyr_octree *octree, const char *prefix, char *text, size_t capacity,
                                      size_t *needed);

/** Puts `program` to use, and binds an octree to it. `program` contains the text of
 *  hpyr_octree_glsl with this `prefix`.
 *  Everything not said here is as with hpyr_pyramid_bind. It uses one texture unit.
 *  While an octree is bound it cannot be built: unbind it, build it, and bind it again.
 *  Pointers: `prefix` may be NULL. `binding` may be NULL.
 *  Errors:
 *    NOT_BUILT: there is no octree.
 *    INVALID_ARGUMENT: `program` is not linked or lacks the text, `prefix` is not allowed, there are not
 *      enough texture units, a uniform has another type, or the object is bound.
 *  Cost: no stall.
 *  GL: as hpyr_pyramid_bind, and the uniforms of the text are set. */
HPYR_API hpyr_result hpyr_octree_bind(hpyr_octree *octree, uint32_t program, const char *prefix, uint32_t first_unit,
                                      hpyr_binding *binding);

/** Undoes hpyr_octree_bind.
 *  Errors, GL: as hpyr_pyramid_unbind. */
HPYR_API hpyr_result hpyr_octree_unbind(hpyr_octree *octree);

#ifdef __cplusplus
}
#endif

#endif
