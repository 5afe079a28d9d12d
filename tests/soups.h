/* soups.h - the oracle's soups, in the order of a pyramid's cells, and fields to make them of.  SPDX-License-Identifier: MIT */
#ifndef TEST_SOUPS_H
#define TEST_SOUPS_H

#include "meshes.h"

/** A job's soup. `mesh` is what expansions VERTEX and GEOMETRY should make; free it by soup_of_job_free. */
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

mesh_job soup_job(const float *samples, uint32_t width, uint32_t height, uint32_t depth, float iso,
                  hpyr_expansion expansion);

/** An isosurface that is built of a 3D texture of the job's samples. */
hpyr_isosurface *build_job(env *e, const mesh_job *job, image *im);

/** Expansions VERTEX to this one are there. */
hpyr_expansion last_expansion(const env *e);

/** Whether this GL and this expansion have the layout. */
bool layout_runs(const env *e, hpyr_layout layout, hpyr_expansion x);

#endif
