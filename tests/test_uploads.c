/* test_uploads.c - what a caller uploads into a buffer after the library wrote there stays.  SPDX-License-Identifier: MIT
 *
 * A driver may have a fault there: habit uploads_overtake of drivers/habits.h, and drivers/uploads_overtake.c. */
#include "fetches.h"
#include "lists.h"
#include "octrees_gl.h"
#include "oracle.h"
#include "soups.h"

#include <histopyramid/nearest.h>
#include <histopyramid/normals.h>

#include <string.h>

enum { BYTES = 4096, BEGIN = 16 /* bytes that each function writes at least */ };

typedef void (*writer)(env *e, GLuint buffer);

static void by_pyramid(env *e, GLuint buffer) {
    SCOPED(image_free) image im = image_filled(HPYR_FORMAT_R8, 7, 9, 1, 3);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 7, 9);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    OK(e, hpyr_pyramid_extract_buffer(pyramid, 0, HPYR_ALL, buffer, 0, 0, NULL));
}

static void by_sort(env *e, GLuint buffer) {
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 64, HPYR_LIST_OPERATION_SORT);
    const hpyr_list list = {.buffer = buffer, .type = HPYR_LIST_TYPE_UINT};
    const hpyr_lists_sort_desc desc = {.keys = list, .sorted_keys = list, .length = {.count = 61}};
    OK(e, hpyr_lists_sort(lists, &desc));
}

static hpyr_octree *octree_of_sphere(env *e) {
    hpyr_octree *octree = make_octree(e, &(hpyr_octree_desc){.capacity = 30, .depth = 3});
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, 30, 0, 3, 1);
    SCOPED(points_release) hpyr_octree_points points = points_upload(&set);
    OK(e, hpyr_octree_build(octree, &points));
    return octree;
}

static void by_octree(env *e, GLuint buffer) {
    SCOPED(destroy_octree) hpyr_octree *octree = octree_of_sphere(e);
    OK(e, hpyr_octree_extract_buffer(octree, HPYR_OCTREE_ARRAY_PARENTS, 0, 8, buffer, 0, NULL));
}

static void by_normals(env *e, GLuint buffer) {
    SCOPED(destroy_octree) hpyr_octree *octree = octree_of_sphere(e);
    OK(e, hpyr_normals_estimate(octree, NULL, buffer, 0, NULL));
}

static void by_nearest(env *e, GLuint buffer) {
    SCOPED(destroy_octree) hpyr_octree *octree = octree_of_sphere(e);
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, 30, 0, 3, 2);
    SCOPED(points_release) hpyr_octree_points asked = points_upload(&set);
    const hpyr_octree_nearest_desc desc = {.queries = asked.positions, .count = 30, .indices = buffer};
    OK(e, hpyr_octree_nearest(octree, &desc, NULL));
}

static hpyr_isosurface *surface_of_cayley(env *e, image *im) {
    static float samples[5 * 5 * 5];
    for (int i = 0; i < 125; i++)
        samples[i] = (float)(i % 5) - 1.5f;
    mesh_job job = job_of(samples, 5, 5, 5, 0);
    const hpyr_isosurface_desc desc = job_desc(&job);
    hpyr_isosurface *iso = make_isosurface(e, &desc);
    *im = samples_texture(&job, 0, 5);
    const hpyr_field field = field_of(im);
    OK(e, hpyr_isosurface_build(iso, &field, 0, 0));
    return iso;
}

static void by_isosurface(env *e, GLuint buffer) {
    SCOPED(image_free) image im;
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = surface_of_cayley(e, &im);
    const hpyr_mesh_output output = {.vertex_buffer = buffer, .vertex_count = HPYR_ALL};
    OK(e, hpyr_isosurface_extract(iso, &output, NULL));
}

static void by_command(env *e, GLuint buffer) {
    SCOPED(image_free) image im;
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = surface_of_cayley(e, &im);
    OK(e, hpyr_isosurface_command(iso, buffer, 0));
}

static void by_marching_cubes(env *e, GLuint buffer) {
    static float samples[5 * 5 * 5];
    for (int i = 0; i < 125; i++)
        samples[i] = (float)(i % 5) - 1.5f;
    mesh_job job = soup_job(samples, 5, 5, 5, 0, HPYR_EXPANSION_VERTEX);
    SCOPED(image_free) image im;
    SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = build_job(e, &job, &im);
    const hpyr_mesh_output output = soup_output(0, HPYR_ALL, buffer, 0);
    OK(e, hpyr_marching_cubes_extract(cubes, &output, NULL));
}

GPU_TEST(what_is_uploaded_afterwards_stays) {
    static const writer writers[] = {by_pyramid, by_sort,       by_octree,  by_nearest,
                                     by_normals, by_isosurface, by_command, by_marching_cubes};
    unsigned char own[BEGIN], got[BEGIN], zeros[BYTES] = {0};
    memset(own, 0xA5, sizeof own);
    for (size_t i = 0; i < LENGTH(writers); i++) {
        GLuint buffer;
        if (writers[i] == by_command && e->es) /* it has no indirect draws */
            continue;
        glGenBuffers(1, &buffer);
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        glBufferData(GL_ARRAY_BUFFER, BYTES, zeros, GL_DYNAMIC_COPY);
        writers[i](e, buffer);
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof own, own);
        fetch_buffer(buffer, 0, sizeof got, got);
        if (memcmp(got, own, sizeof own) != 0)
            fail_msg("function %zu: what was uploaded after it is gone", i);
        runner_checks++;
        glDeleteBuffers(1, &buffer);
    }
}
