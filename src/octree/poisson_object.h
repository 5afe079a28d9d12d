/* poisson_object.h - what the files of Poisson reconstruction share.
 * SPDX-License-Identifier: MIT
 *
 * histopyramid/reference/poisson.h defines what is computed. Numbers of nodes stand in two planes, a texel of each
 * for a block: see halves.glsl. */
#ifndef HPI_OCTREE_POISSON_OBJECT_H
#define HPI_OCTREE_POISSON_OBJECT_H

#include "octree/octree_object.h"

#include <histopyramid/poisson.h>

enum { HPI_POISSON_LAYERS = 6 /* of the field */ };

/** Numbers of the nodes of a depth: RGBA32F. */
typedef struct hpi_halves {
    hpi_list_plane lower, upper;
} hpi_halves;

/** What is kept of a depth. */
typedef struct hpi_poisson_level {
    hpi_list_plane inner; /* words: a bit for each node of a block whose lower corner is inner */
    hpi_halves values;    /* f of this depth and of those above */
    hpi_halves divergence;
    hpi_list_plane samples; /* of the nodes, where the depth or the next one is screened: see samples.frag.glsl */
} hpi_poisson_level;

/** What is kept of the solution before. */
typedef struct hpi_poisson_before {
    bool is_left;                  /* it is not kept yet: a program for that was not ready */
    bool is_there;                 /* it is kept */
    bool is_used;                  /* and its root is that of the solution that is being made */
    hpi_list_plane blocks, values; /* of its octree; see surface.h */
    hpyr_octree_report report;
} hpi_poisson_before;

struct hpyr_poisson {
    hpyr_context *context;
    hpyr_poisson_desc desc;
    hpyr_octree *octree;
    hpi_list_plane floats;             /* a copy of the caller's normals, or of places to evaluate: R32F */
    uint32_t anchors;                  /* of the caller's points */
    hpi_list_plane positions, normals; /* of the points, in the order of their nodes: RGBA32F. Normals are
                                        * multiplied by areas. See sorted.frag.glsl, weighted.frag.glsl */
    hpi_list_plane density;            /* see density.glsl */
    hpi_list_plane field;              /* at the nodes of the last depth: see field.glsl */
    hpi_halves moments[2];             /* of moments.frag.glsl, and of the depth below; densities before that */
    hpi_poisson_level levels[HPYR_OCTREE_MAX_DEPTH + 1];
    hpi_halves residuals[2], directions[2], products, values; /* of conjugate gradients; `values` are the next ones */
    hpi_list_plane numbers, partial[2];                       /* to be summed */
    hpi_list_plane sums[2]; /* a texel each: of the last sum, and of the one before it */
    int sum;                /* which of them is the last one */
    float unit;             /* a power of two: about 1 / norm of the first residual */
    hpi_list_plane sampled; /* words, of the depth that is solved: see sampled.frag.glsl */
    float area, target;     /* of all samples, in cells of the depth above the first screened one; what the function is
                         * drawn to at the depth that is solved */
    hpi_poisson_before before;
    bool is_solved;
    hpyr_poisson_report report;
    struct hpi_surface *surface; /* see surface.h */
    hpi_bound bound;
};

/* ---- poisson_passes.c ---- */

/** NO_CONTEXT, or NOT_BUILT if there is no solution. */
hpyr_result hpi_poisson_check_solved(const hpyr_poisson *poisson);

/** Calls the caller's function. */
void hpi_poisson_tell_stage(const hpyr_poisson *poisson, hpyr_poisson_stage stage, uint32_t depth);

/** Makes a plane or halves of RGBA32F, unless they have so many texels. */
hpyr_result hpi_poisson_need(const hpyr_poisson *poisson, uint64_t texels, hpi_list_plane *plane);
hpyr_result hpi_poisson_need_halves(const hpyr_poisson *poisson, uint64_t texels, hpi_halves *halves);

/** The same of words, which can be drawn together with these. */
hpyr_result hpi_poisson_need_words(const hpyr_poisson *poisson, uint64_t texels, hpi_list_plane *plane);

/** The same for the field, of so many blocks; binds it for field.glsl; draws into its layers in two passes, which
 *  u_upper tells apart. */
hpyr_result hpi_poisson_need_field(hpyr_poisson *poisson, uint64_t blocks);
void hpi_poisson_bind_field(const hpyr_poisson *poisson, GLuint program, GLuint unit);
hpyr_result hpi_poisson_draw_field(const hpyr_poisson *poisson, GLuint program, uint64_t blocks);

/** Sets the uniform of part.glsl. */
void hpi_poisson_set_last_cell(const hpyr_poisson *poisson, GLuint program);

/** Binds both planes for uniforms u_<lower> and u_<upper>, and u_<lower>_row. */
void hpi_poisson_bind_halves(const hpyr_poisson *poisson, GLuint program, const char *lower, const char *upper,
                             GLuint unit, const hpi_halves *halves);

/** Draws the first `texels` texels of up to eight planes at once. */
hpyr_result hpi_poisson_draw(const hpyr_poisson *poisson, GLuint program, const hpi_list_plane *const *planes,
                             uint32_t count, uint64_t texels);

/** Sums the first `count` texels of poisson->numbers into poisson->sums[poisson->sum]; those found before stand in the
 *  other one. For conjugate gradients, what an iteration needs is made of the sums: see sum.frag.glsl. */
hpyr_result hpi_poisson_sum(hpyr_poisson *poisson, uint32_t count);
hpyr_result hpi_poisson_sum_steps(hpyr_poisson *poisson, uint32_t count);

/** Sums the squares of the numbers of a depth, and the squares of 2^-40 of them, into the first two numbers of such a
 *  texel. */
hpyr_result hpi_poisson_sum_squares(hpyr_poisson *poisson, int depth, const hpi_halves *halves);

/** Sets the last sum, of which there is one, so that the next step is as long as the directions are, and the next directions are
 *  the residuals. */
void hpi_poisson_set_whole_step(const hpyr_poisson *poisson);

/** Reads the last sum, or the first two numbers of its texel. Waits. */
float hpi_poisson_read_sum(const hpyr_poisson *poisson);
void hpi_poisson_read_sums(const hpyr_poisson *poisson, float sums[2]);

/* ---- poisson_moments.c ---- */

/** Draws numbers of all nodes of a depth. */
hpyr_result hpi_poisson_draw_halves(const hpyr_poisson *poisson, GLuint program, const hpi_halves *target,
                                    uint32_t blocks);

/** b of a depth, or moments of the depth above it, of this depth's moments. For smooth.frag.glsl, b of this depth takes the
 *  place of moments. */
hpyr_result hpi_poisson_draw_from_moments(hpyr_poisson *poisson, const char *entry, int depth,
                                          const hpi_halves *moments, hpi_halves *target);

/* ---- poisson_field.c ---- */

/** Checks the normals. Makes the vector field and, of all depths, which vertices are inner and the
 *  divergence; nothing of this where all points are skipped. */
hpyr_result hpi_poisson_make_field(hpyr_poisson *poisson, const hpyr_poisson_points *points);

/* ---- poisson_density.c ---- */

/** Makes the densities. Positions are sorted, and it is known which vertices are inner. */
hpyr_result hpi_poisson_make_density(hpyr_poisson *poisson);

/** Makes poisson->normals of the caller's copied ones, `stride` bytes apart. Densities are known. */
hpyr_result hpi_poisson_weigh_normals(hpyr_poisson *poisson, uint32_t stride);

/** Binds the densities for density.glsl to `unit`, beside hpi_octree_use. There is a solution with
 *  points. */
void hpi_poisson_use_density(const hpyr_poisson *poisson, GLuint program, GLuint unit);

/* ---- poisson_isovalue.c ---- */

/** Sums isovalue.frag.glsl over the blocks of a depth: of the anchors, or of the samples of this depth.
 *  Waits. */
hpyr_result hpi_poisson_sum_at_points(hpyr_poisson *poisson, int depth, bool are_samples, bool areas_alone, float *sum);

/* ---- poisson_screening.c ---- */

/** Is the function drawn to the points at this depth? */
bool hpi_poisson_is_screened(const hpyr_poisson *poisson, int depth);

/** Makes the samples, if any depth is screened. poisson->normals are known. */
hpyr_result hpi_poisson_make_samples(hpyr_poisson *poisson);

/** Finds poisson->target and poisson->sampled for a depth, if it is screened. The depth above is solved. Waits. */
hpyr_result hpi_poisson_find_target(hpyr_poisson *poisson, int depth);

/** Binds the samples of a depth for screening.glsl to `unit`, if it is screened. */
void hpi_poisson_use_samples(const hpyr_poisson *poisson, GLuint program, int depth, GLuint unit);

/* ---- poisson_warm.c ---- */

/** Prepares a solution, warm or not. `was_solved`: there is one, which is kept if that may help; then its octree and the values of
 *  all its nodes are gone afterwards. Where the program for that is not ready, and where a later pass of a warm solution is not, the
 *  next call finds what this one has found. */
hpyr_result hpi_poisson_prepare(hpyr_poisson *poisson, const hpyr_poisson_points *points, bool was_solved);

/** The octree is built: what is kept is used if its root is the same. */
void hpi_poisson_compare_cubes(hpyr_poisson *poisson);

/** Draws what the solution before has added to the function at a depth, at the vertices of now. */
hpyr_result hpi_poisson_draw_amounts(hpyr_poisson *poisson, int depth, const hpi_halves *target);

/* ---- poisson_solve.c ---- */

/** What makes b of the divergence of a depth: the field is given in cells of the last depth. */
float hpi_poisson_scale(const hpyr_poisson *poisson, int depth);

/** Solves the systems of all depths, and finds the isovalue. */
hpyr_result hpi_poisson_find(hpyr_poisson *poisson);

#endif
