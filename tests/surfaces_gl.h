/* surfaces_gl.h - surfaces of points that the GPU finds, compared with the oracle's.  SPDX-License-Identifier: MIT */
#ifndef TEST_SURFACES_GL_H
#define TEST_SURFACES_GL_H

#include <histopyramid/poisson_surface.h>

#include "scans_gl.h"

/** What the library counts, in one. */
typedef struct surface_counts {
    uint32_t cells, vertices, triangles;
} surface_counts;

/** A surface in CPU memory. */
typedef struct scan_surface {
    surface_counts counts;
    hpyr_mesh_vertex *vertices;
    float *densities;
    uint32_t *indices;
} scan_surface;

/** Uploads and solves; the oracle does not. */
void solve_scan(env *e, hpyr_poisson *poisson, const scan *scan);

/** Builds a surface and counts it: zeros if it was not built. `counts` may be NULL. */
hpyr_result surface_build(hpyr_poisson *poisson, const hpyr_poisson_surface_desc *desc, surface_counts *counts);

/** Downloads as much as the last surface has, or asks for an entry if there is none. NULL gets nothing. */
hpyr_result surface_download(hpyr_poisson *poisson, hpyr_mesh_vertex *vertices, float *densities, uint32_t *indices);

/** An output of all of it, to these buffers. */
hpyr_mesh_output surface_output(GLuint vertices, GLuint densities, GLuint indices);

/** Builds the surface and downloads all of it. `desc` may be NULL. surface_free frees the arrays. */
scan_surface surface_make(env *e, hpyr_poisson *poisson, const hpyr_poisson_surface_desc *desc);

/** Downloads the surface that there is, which has these counts. */
scan_surface surface_read(env *e, hpyr_poisson *poisson, surface_counts counts);
void surface_free(scan_surface *surface);

/** The oracle's surface of the values that the GPU has found. hpyr_ref_surface_free frees it. */
hpyr_ref_surface surface_of_oracle(env *e, hpyr_poisson *poisson, const scan *scan, double offset);

/** The surface has the vertices and triangles of the oracle's in their order. Its normals and densities are such as may be. */
void check_surface(hpyr_poisson *poisson, const scan_surface *surface, const scan *scan,
                   const hpyr_ref_surface *oracle);

/** Builds the surface, and compares it with the oracle's. */
void check_offset(env *e, hpyr_poisson *poisson, const scan *scan, double offset);

/** Both are the same to the bit. */
void check_same_surface(const scan_surface *a, const scan_surface *b);

/** There is no surface: every call says so. */
void check_no_surface(env *e, hpyr_poisson *poisson);

/** The surface as check_topology and signed_volume take it. It borrows the indices; free only the positions. */
hpyr_ref_surface surface_as_reference(const scan_surface *surface);

/** Points on a sphere, with normals that point outwards, in a cube from 0 to 4: those whose z
 *  is at least `lowest` of the radius. The sphere has its center in the middle, and the octree is built. */
scan scan_sphere(uint32_t count, uint32_t depth, double radius, double lowest);

#endif
