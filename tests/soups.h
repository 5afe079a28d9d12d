/* soups.h - the oracle's soups, in the order of a pyramid's cells, and fields to make them of.  SPDX-License-Identifier: MIT */
#ifndef TEST_SOUPS_H
#define TEST_SOUPS_H

#include "meshes.h"

/** A job's soup. `mesh` is what hpyr_marching_cubes should make; free it by soup_of_job_free. */
typedef struct soup_of_job {
    hpyr_ref_isosurface *lines; /**< In the oracle's own order. */
    hpyr_ref_isosurface mesh;   /**< In the pyramid's; the counts are those of the whole. */
    float *positions, *normals;
    hpyr_point *edges, *cells;
} soup_of_job;

/** The order of cells that a layout has by default. */
hpyr_order order_of(hpyr_layout layout);

/** Of all cells, or of `layers` of them from `lowest` on. */
soup_of_job expected_soup(const mesh_job *job, hpyr_order order);
soup_of_job expected_part(const mesh_job *job, hpyr_order order, uint32_t lowest, uint32_t layers);
void soup_of_job_free(soup_of_job *s);

mesh_job soup_job(const float *samples, uint32_t width, uint32_t height, uint32_t depth, double iso,
                  hpyr_expansion expansion);

hpyr_marching_cubes_desc cubes_desc(const mesh_job *job);
hpyr_marching_cubes *make_cubes(env *e, const hpyr_marching_cubes_desc *desc);
void free_cubes(env *e, hpyr_marching_cubes *cubes);

/** Marching cubes that are built from a 3D texture of the job's samples. */
hpyr_marching_cubes *build_job(env *e, const mesh_job *job, image *im);

/** Counts of the last build are those. */
void check_cubes_counts(env *e, hpyr_marching_cubes *cubes, const hpyr_mesh_statistics *expected);

/** Downloads the soup, which must have so many vertices. */
gpu_mesh download_soup(env *e, hpyr_marching_cubes *cubes, uint64_t vertices);

/** An output of vertices alone. */
hpyr_mesh_output soup_output(uint64_t first, uint64_t count, GLuint buffer, uint64_t offset);

/** Extracts that range into a buffer with room for so many vertices, which must be there; nothing may be written around them. With
 *  With `no_wait` it asks for as many vertices. */
gpu_mesh extract_soup(env *e, hpyr_marching_cubes *cubes, uint32_t first, uint32_t count, bool no_wait,
                      uint64_t vertices);

/** Expansions VERTEX to this one are there. */
hpyr_expansion last_expansion(const env *e);

/** Whether this GL and this expansion have the layout. */
bool layout_runs(const env *e, hpyr_layout layout, hpyr_expansion x);

#endif
