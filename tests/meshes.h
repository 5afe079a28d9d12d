/* meshes.h - isosurfaces from the GPU, compared with the oracle's triangle by triangle.  SPDX-License-Identifier: MIT */
#ifndef TEST_MESHES_H
#define TEST_MESHES_H

#include "oracle.h"

/** A test in the hostile run only: shaders are compiled anew for each run's state, and most of the time is that. */
#define HOSTILE_TEST(function)                                                                                         \
    RUNNER_ENTRY(function, function##_hostile, env_setup_hostile, env_teardown, &env_group, true)                      \
    RUNNER_FUNCTION(function, env *e)

/** A field that the oracle knows, and how the library shall do the same. `ref.trace` must be set. */
typedef struct mesh_job {
    hpyr_ref_isosurface_desc ref;
    hpyr_expansion expansion; /* of marching cubes; 0: a hpyr_isosurface makes the mesh */
    hpyr_layout layout;       /* of marching cubes */
    uint32_t slab_depth;
    bool own_normals; /* gradient CALLER: of normals nothing but their length is looked at */
    double blur;      /* what a sample's value may be off: normalized formats are rounded by the GPU */
} mesh_job;

/** What was read back, or parts of it. */
typedef struct gpu_mesh {
    hpyr_mesh_vertex *vertices;
    uint32_t *indices; /* NULL for a SOUP */
    uint64_t vertex_count, triangle_count;
} gpu_mesh;

/** LINEAR, FORWARD, WELDED and so on; the samples stay the caller's. */
mesh_job job_of(const float *samples, uint32_t width, uint32_t height, uint32_t depth, double iso);

/** Samples in [-1,1); free them. */
float *random_samples(uint32_t width, uint32_t height, uint32_t depth, uint64_t seed);

hpyr_field_grid job_grid(const mesh_job *job);
hpyr_isosurface_desc job_desc(const mesh_job *job);
hpyr_isosurface *make_isosurface(env *e, const hpyr_isosurface_desc *desc);
void free_isosurface(env *e, hpyr_isosurface *iso);

/** The job's samples from `first_slice` on as an R32F 3D texture; image_free it. */
image samples_texture(const mesh_job *job, uint32_t first_slice, uint32_t slices);
hpyr_field field_of(const image *im);

/** The oracle's mesh. Fails the test where it cannot. */
hpyr_ref_isosurface *expected_mesh(const mesh_job *job);

/** Counts of the last build are those. */
void compare_counts(const hpyr_mesh_statistics *counts, const hpyr_mesh_statistics *expected);
void check_counts(env *e, hpyr_isosurface *iso, const hpyr_mesh_statistics *expected);

enum { UNTOUCHED = 0xAB };

/** A buffer full of bytes UNTOUCHED. */
GLuint untouched_buffer(size_t bytes);

/** What lies in it from `offset` on, if nothing else was written; deletes the buffer. Free it. */
void *take_guarded(GLuint buffer, size_t offset, size_t bytes);

/** Bytes of a buffer behind what is written there, to be found untouched. */
enum { GUARD = 64 };

/** All that lies in it; deletes the buffer. Fails the test where a byte outside of [from, to) was written. Free it. */
void *take_buffer(GLuint buffer, size_t bytes, size_t from, size_t to);

/** Extracts what `output` says (but for its buffers and offsets) into buffers of their own, with room for that many records; they
 *  must be there, and nothing may be written around them. */
gpu_mesh extract_range(env *e, hpyr_isosurface *iso, const hpyr_mesh_output *output, uint64_t vertices,
                       uint64_t triangles);

/** All of it, by the counts that the library tells. */
gpu_mesh extract_all(env *e, hpyr_isosurface *iso);
void gpu_mesh_free(gpu_mesh *m);

/** `got` is the part of `expected` from `first_vertex` and `first_triangle` on. Indices are equal but for `index_base`, positions
 *  within 1e-6 of an edge and one unit in their last place, normals of length 1 within 1e-5 and within 1e-5 of the
 *  oracle's, more where the gradients of an edge's ends cancel each other out. */
void compare_part(const mesh_job *job, const gpu_mesh *got, const hpyr_ref_isosurface *expected, uint64_t first_vertex,
                  uint64_t first_triangle, uint32_t index_base);

/** Counts and mesh of what was built are the oracle's. */
void check_built(env *e, hpyr_isosurface *iso, const mesh_job *job);

/** Builds it from `field` and compares. */
void check_field(env *e, const mesh_job *job, const hpyr_field *field);

/** The same from a texture of 32-bit floats. */
void check_job_mesh(env *e, const mesh_job *job);

/** The mesh as the oracle's type, so that surfaces.h can judge it: positions and normals are new, all else is shared. */
hpyr_ref_isosurface view_of(const gpu_mesh *m, const hpyr_ref_isosurface *expected);
void view_free(hpyr_ref_isosurface *view);

#endif
