/* poisson.h - a function that tells inside from outside, from points with normals.
 * SPDX-License-Identifier: MIT
 *
 * The function is small inside of what the points surround, and large outside. Where it has its
 * isovalue, there is the surface. docs/poisson.md says how it is found, and reference/poisson.h
 * says exactly which function it is.
 *
 * The GPU solves one system of equations for each depth of a graded octree, by conjugate gradients in
 * single precision. All sums are made in an order that does not depend on the driver.
 *
 * Not on GL 2.1, which has no integers: see hpyr_caps.max_list_length.
 *
 * Source, and how it is cited here:
 *   - "the paper": Zhou, Gong, Huang, Guo, "Data-Parallel Octrees for Surface Reconstruction", IEEE
 *     Transactions on Visualization and Computer Graphics 17(5), 2011,
 *     https://doi.org/10.1109/TVCG.2010.75 */
#ifndef HPYR_POISSON_H
#define HPYR_POISSON_H

#include <histopyramid/octree.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A function made of points, on the GPU. */
typedef struct hpyr_poisson hpyr_poisson;

/** The stages of a solution. */
typedef enum hpyr_poisson_stage {
    HPYR_POISSON_STAGE_OCTREE = 0, /**< The octree is built. */
    HPYR_POISSON_STAGE_DIVERGENCE, /**< Densities, the vector field and its divergence at all depths. */
    HPYR_POISSON_STAGE_SOLVE,      /**< Conjugate gradients at one depth; this stage comes once for each. */
    HPYR_POISSON_STAGE_ISOVALUE,   /**< The mean at the anchors. */
    HPYR_POISSON_STAGE_DONE        /**< The end, also after an error. */
} hpyr_poisson_stage;

/** A function of yours that hpyr_poisson_solve calls before each stage, for a progress bar or a clock.
 *  `depth` is the one that is solved; 0 in other stages. The GL state is not yours: call nothing of
 *  GL but glFinish and glFlush, and no function of this library. Most of the work of a stage may
 *  still be ahead of the GPU when the next one begins, unless you call glFinish. */
typedef void (*hpyr_poisson_stage_fn)(hpyr_poisson_stage stage, uint32_t depth, void *user);

/** What it is made for.
 *
 *  | member         | meaning                                                     | zero means                      |
 *  |----------------|-------------------------------------------------------------|---------------------------------|
 *  | capacity       | number of points of the largest set                         | an error                        |
 *  | depth          | the last depth of the octree, 1 to 10. If it is 1, the      | an error                        |
 *  |                | function is 0 everywhere. docs/poisson.md says which depth  |                                 |
 *  |                | suits how many points                                       |                                 |
 *  | node_capacity  | a set whose octree needs more nodes fails                   | as many as this GL's lists have |
 *  | tolerance      | conjugate gradients stop when the norm of the residual is   | 0.001                           |
 *  |                | this part of what it is where a depth starts from 0: above  |                                 |
 *  |                | 0, below 1                                                  |                                 |
 *  | max_iterations | or after so many iterations at a depth, which is no error:  | 100                             |
 *  |                | the report has the residuals                                |                                 |
 *  | screening      | how strongly the surface is drawn towards the points: 0 or  | not at all                      |
 *  |                | more, finite. 4 is a good start (docs/poisson.md). Depths 1 |                                 |
 *  |                | and 2 are never screened                                    |                                 |
 *  | density_depth  | depth of the cells in which points are counted, to tell how | two less than `depth`, and 1 at |
 *  |                | dense they lie: 1 to `depth`                                | least                           |
 *  | unweighted     | all normals count the same                                  | where points lie dense, each    |
 *  |                |                                                             | counts for less; one that lies  |
 *  |                |                                                             | alone hardly counts             |
 *  | on_stage       | is called before each stage                                 | nothing is called               |
 *  | user           | is passed to on_stage                                       | NULL                            |
 *
 *  Pointers: `on_stage` may be NULL. `on_stage` lives until hpyr_poisson_destroy. `user` lives until
 *    hpyr_poisson_destroy. */
typedef struct hpyr_poisson_desc {
    uint32_t capacity;
    uint32_t depth;
    uint32_t node_capacity;
    double tolerance;
    uint32_t max_iterations;
    double screening;
    uint32_t density_depth;
    bool unweighted;
    hpyr_poisson_stage_fn on_stage;
    void *user;
} hpyr_poisson_desc;

/** The points of a solution.
 *
 *  | member              | meaning                                            | zero means             |
 *  |---------------------|----------------------------------------------------|------------------------|
 *  | positions           | three coordinates for each point                   | an error, unless there |
 *  |                     |                                                    | are no points          |
 *  | normals             | three numbers for each point: its normal, which    | the same               |
 *  |                     | points outwards. A longer one counts for more, and |                        |
 *  |                     | one that is not finite counts as 0                 |                        |
 *  | count, cube, margin | as in hpyr_octree_points                           | as there               |
 *  | anchors             | only so many of the first points make the isovalue | all of them            |
 *  |                     | and, where the solution is screened, draw the      |                        |
 *  |                     | surface towards themselves. All points make the    |                        |
 *  |                     | vector field. So points which you insert, behind   |                        |
 *  |                     | those of a scan, change the surface near them, and |                        |
 *  |                     | do not move it elsewhere                           |                        |
 *  | warm                | the iterations start from the last solution. Where | they start from 0      |
 *  |                     | points change a little from one solution to the    |                        |
 *  |                     | next, they are fewer. It has no effect unless the  |                        |
 *  |                     | root is the same as then, so give a `cube`; nor    |                        |
 *  |                     | after an error                                     |                        |
 *
 *  Source: the paper, section V-A, step 7: the anchors. */
typedef struct hpyr_poisson_points {
    hpyr_attribute positions, normals;
    uint32_t count;
    hpyr_octree_cube cube;
    double margin;
    uint32_t anchors;
    bool warm;
} hpyr_poisson_points;

/** What a solution has found. */
typedef struct hpyr_poisson_report {
    double isovalue;                                /**< Mean of the function at the anchors; 0 if there are none. */
    uint32_t iterations[HPYR_OCTREE_MAX_DEPTH + 1]; /**< Of conjugate gradients, by depth. */
    double residuals[HPYR_OCTREE_MAX_DEPTH + 1];    /**< Norm of the last residual / norm of the residual where the
                                                 *   depth starts from 0, by depth. After an iteration the last
                                                 *   residual itself is not computed: its norm is predicted from
                                                 *   the residual before it, and not told to be less than a
                                                 *   thousandth of that one's norm. */
} hpyr_poisson_report;

/** Numbers of a solution. Each is a list of floats with one or three entries for each node of the
 *  octree. They belong to the vertex that is the node's lower corner. reference/poisson.h explains
 *  them. */
typedef enum hpyr_poisson_array {
    HPYR_POISSON_ARRAY_FIELD = 0,  /**< Three a node: the vector field. 0 at nodes above the last depth. */
    HPYR_POISSON_ARRAY_DIVERGENCE, /**< One a node: b. */
    HPYR_POISSON_ARRAY_VALUES,     /**< One a node: the function, of this depth and all coarser ones. */
    HPYR_POISSON_ARRAY_DENSITY     /**< One a node: about how many points lie in a cell around the
                                    *   vertex (docs/poisson.md). 0 at depths below density_depth. */
} hpyr_poisson_array;

/** Creates an object for solutions. A solution that needs more memory than those before it allocates
 *  more. The object keeps that for the next ones.
 *  Errors:
 *    INVALID_ARGUMENT: a member of `desc` is out of range.
 *    UNSUPPORTED: GL 2.1 cannot do it. Nor can OpenGL ES without GL_EXT_color_buffer_float, which
 *      hpyr_caps.float_targets tells.
 *    TOO_LARGE: `capacity` or `node_capacity` is above hpyr_caps.max_list_length.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_poisson_create(hpyr_context *context, const hpyr_poisson_desc *desc, hpyr_poisson **out);

/** Destroys it.
 *  GL: state restored. */
HPYR_API void hpyr_poisson_destroy(hpyr_poisson *poisson);

/** Returns the descriptor with all defaults filled in.
 *  Pointers: The result lives until hpyr_poisson_destroy.
 *  GL: no call. */
HPYR_API const hpyr_poisson_desc *hpyr_poisson_resolved(const hpyr_poisson *poisson);

/** Builds the octree of the points, and solves for the function.
 *  Errors:
 *    INVALID_ARGUMENT, BUFFER, TOO_LARGE: as hpyr_octree_build, also for points so close together or
 *      so far apart that they must be scaled. What holds for the buffer of positions there holds for
 *      that of normals, too.
 *    INVALID_ARGUMENT: also if `anchors` is above `count`, or if the normals are so long, or screening is so strong, that sums of squares or
 *      products are infinite.
 *      Lengths from 1e-9 to 1e18 are safe where screening is up to 100. Shorter ones lose digits, and
 *      are not told.
 *    After an error there is no solution: hpyr_poisson_last_report returns NULL.
 *  Cost: an octree; about ten iterations at each depth, and two to four times as many where screening
 *    is 100. Each is two and a half passes over all nodes of the depth and a sum (docs/poisson.md).
 *    Waits as hpyr_octree_build does, once before the iterations of each depth, after every second
 *    iteration, once more at each screened depth, and once more where `anchors` is below `count`. With
 *    `warm`, each depth takes another one and a half iterations, and waits once more. One fragment adds
 *    up the points of 27 cells of the last depth: where some millions of points lie there, it takes
 *    seconds, and the system may think that the GPU hangs.
 *  GL: state restored.
 *  Source: the paper, sections IV-A to IV-C; screening: Kazhdan and Hoppe 2013 (docs/papers.md). */
HPYR_API hpyr_result hpyr_poisson_solve(hpyr_poisson *poisson, const hpyr_poisson_points *points);

/** Returns what the last solution has found, or NULL if there was none or it failed.
 *  Pointers: The result may be NULL. The result lives until the next hpyr_poisson_solve. The result
 *    lives until hpyr_poisson_destroy.
 *  GL: no call. */
HPYR_API const hpyr_poisson_report *hpyr_poisson_last_report(const hpyr_poisson *poisson);

/** Returns the octree of the last solution. You may read it, share it and bind it. hpyr_octree_build
 *  answers INVALID_ARGUMENT for it, and hpyr_octree_destroy does nothing but log an error.
 *  Pointers: The result is lent. The result lives until hpyr_poisson_destroy.
 *  GL: no call. */
HPYR_API hpyr_octree *hpyr_poisson_octree(const hpyr_poisson *poisson);

/** Reads the numbers of nodes [first, first + count) to CPU memory, of at most `capacity` nodes. HPYR_ALL
 *  as `count` means all from `first` on. The report counts nodes.
 *  Units: `first`, `count` and `capacity` are in nodes. FIELD has three entries a node. The other arrays
 *    have one: for them a third of `entries` is enough.
 *  Pointers: `entries` has `3 * capacity` entries. `report` may be NULL.
 *  Errors:
 *    INVALID_ARGUMENT: `array` is no hpyr_poisson_array.
 *    NOT_BUILT: there is no solution.
 *    TRUNCATED: `capacity` is too small. What fits was written.
 *  Cost: a pass over these nodes, and it waits.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_poisson_download(hpyr_poisson *poisson, hpyr_poisson_array array, uint32_t first,
                                           uint32_t count, float *entries, size_t capacity, hpyr_report *report);

/** Finds where places of your choice lie: writes the function minus the isovalue for each of them, in the
 *  order of `places`. It is below 0 inside of the surface, above 0 outside, and about 0 at vertices of the
 *  mesh of hpyr_poisson_surface_build whose `offset` is 0. Its units are the function's own: it is no
 *  distance. Where a place lies outside of the octree's root, or has a coordinate that is not finite, the
 *  function counts as 0, so minus the isovalue is written.
 *  Shapes: `places` has three coordinates for each place. One float is written for each, without gaps.
 *  Units: those of the points. `offset` is in bytes, a multiple of 4.
 *  Errors:
 *    NOT_BUILT: there is no solution.
 *    INVALID_ARGUMENT: `offset` is no multiple of 4, or `places` has an offset or a stride that is not allowed.
 *    BUFFER: a buffer is none, is mapped, or is too small. Nothing was written.
 *  Cost: a pass for every 2^20 places or every 16 MB of them, gaps included, whichever comes first. A fragment
 *    walks down the octree, and reads eight values around its leaf. The first call after a solution puts the
 *    values of all nodes together, a pass for each depth. No stall.
 *  Lifetime: places are read before their own values are written. So `buffer` may be that of `places`, but no
 *    value may be written where a later place is.
 *  GL: state restored.
 *  Source: the paper, section IV-C, listing 4, and section V-B. */
HPYR_API hpyr_result hpyr_poisson_evaluate(hpyr_poisson *poisson, const hpyr_attribute *places, uint32_t count,
                                           uint32_t buffer, uint64_t offset);

/** Writes GLSL with which your shaders compute the function and walk the octree. glsl.h lists the functions.
 *  Shapes: as hpyr_pyramid_glsl. The text is the same for all solutions; 16384 bytes hold it.
 *  Pointers: `prefix` may be NULL. `text` has `capacity` bytes. `needed` may be NULL.
 *  Errors:
 *    INVALID_ARGUMENT, TRUNCATED: as hpyr_pyramid_glsl.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_poisson_glsl(const hpyr_poisson *poisson, const char *prefix, char *text, size_t capacity,
                                       size_t *needed);

/** Puts `program` to use, and binds a solution to it. `program` contains the text of
 *  hpyr_poisson_glsl with this `prefix`.
 *  Everything not said here is as with hpyr_pyramid_bind. It uses two texture units.
 *  While a solution is bound hpyr_poisson_solve is refused.
 *  Pointers: `prefix` may be NULL. `binding` may be NULL.
 *  Errors:
 *    NOT_BUILT: there is no solution.
 *    INVALID_ARGUMENT: `program` is not linked or lacks the text, `prefix` is not allowed, there are not
 *      enough texture units, a uniform has another type, or the object is bound.
 *  Cost: the first call after a solution puts the values of all nodes together, a pass for each depth. No
 *    stall.
 *  GL: as hpyr_pyramid_bind, and the uniforms of the text are set. */
HPYR_API hpyr_result hpyr_poisson_bind(hpyr_poisson *poisson, uint32_t program, const char *prefix, uint32_t first_unit,
                                       hpyr_binding *binding);

/** Undoes hpyr_poisson_bind.
 *  Errors, GL: as hpyr_pyramid_unbind. */
HPYR_API hpyr_result hpyr_poisson_unbind(hpyr_poisson *poisson);

/** Returns the GL memory that it takes now, with its octree.
 *  Units: bytes.
 *  GL: no call. */
HPYR_API uint64_t hpyr_poisson_memory(const hpyr_poisson *poisson);

#ifdef __cplusplus
}
#endif

#endif
