/* pool.c - objects for random calls, and the proof that they stay usable.  SPDX-License-Identifier: MIT */
#include "pool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "soups.h"
#include "volumes.h"

enum { MOST_CELLS = 20000, ALL_UNITS = 1024 };

/* ---- images and buffers ---- */

typedef struct kind {
    hpyr_format format, format_21;
    uint32_t target, width, height, depth;
} kind;

static const kind kinds[POOL_IMAGES] = {
    {HPYR_FORMAT_R8, HPYR_FORMAT_R8, GL_TEXTURE_2D, 24, 16, 1},
    {HPYR_FORMAT_RGBA8, HPYR_FORMAT_RGBA8, GL_TEXTURE_2D, 33, 40, 1},
    {HPYR_FORMAT_R32F, HPYR_FORMAT_R32F, GL_TEXTURE_3D, 9, 8, 7},
    {HPYR_FORMAT_R8UI, HPYR_FORMAT_R16, GL_TEXTURE_2D, 64, 64, 1},
    {HPYR_FORMAT_RGBA32UI, HPYR_FORMAT_RGBA32F, GL_TEXTURE_2D, 20, 20, 1},
    {HPYR_FORMAT_RGBA32F, HPYR_FORMAT_RGBA32F, GL_TEXTURE_2D, 33, 90, 1},
    {HPYR_FORMAT_RGBA32UI, HPYR_FORMAT_R16F, GL_TEXTURE_2D_ARRAY, 16, 12, 2},
    {HPYR_FORMAT_R16F, HPYR_FORMAT_R16F, GL_TEXTURE_3D, 16, 16, 4},
    {HPYR_FORMAT_R32UI, HPYR_FORMAT_R32F, GL_TEXTURE_2D_ARRAY, 13, 11, 1},
    {HPYR_FORMAT_R16I, HPYR_FORMAT_R32F, GL_TEXTURE_2D, 1, 1, 1},
};

static void make_image(pool *p, uint32_t i) {
    const kind *k = &kinds[i];
    bool is_array = k->target == GL_TEXTURE_2D_ARRAY, gl21 = p->e->gl21;
    hpyr_format format = gl21 ? k->format_21 : k->format;
    image *im = &p->images[i];
    *im = image_make(format, HPYR_CHANNEL_DEFAULT, k->width, k->height, gl21 && is_array ? 1 : k->depth);
    for (size_t t = 0; t < (size_t)k->width * k->height * im->ref.depth; t++)
        image_set(im, t, fuzz_below(p->f, 2));
    image_upload_to(im, gl21 && is_array ? GL_TEXTURE_2D : k->target, i == 0 ? 1 : 0);
}

static GLuint make_buffer(pool *p) {
    static const uint32_t sizes[] = {POOL_BYTES, POOL_BYTES, 4096, 100, 0};
    SCOPED(free_memory) float *data = calloc(1, POOL_BYTES);
    assert_non_null(data);
    for (uint32_t i = 0; i < POOL_BYTES / 4; i++)
        data[i] = (float)fuzz_between(p->f, -1, 1);
    return buffer_of(data, sizes[fuzz_below(p->f, 5)]);
}

/* ---- the pool ---- */

void pool_make(pool *p, fuzz *f, env *e) {
    memset(p, 0, sizeof *p);
    p->f = f;
    p->e = e;
    for (uint32_t i = 0; i < POOL_IMAGES; i++)
        make_image(p, i);
    for (uint32_t i = 0; i < POOL_BUFFERS; i++)
        p->buffers[i] = make_buffer(p);
    if (fuzz_chance(f, 10)) {
        hpyr_context_desc desc = {.gl_version_cap = e->gl21                            ? 21
                                                    : !e->hostile && fuzz_chance(f, 2) ? 33 /* see docs/gl-state.md */
                                                                                       : 0};
        OK(e, hpyr_context_create(&desc, &p->other));
        env_poison(e);
    }
    p->canvas = target_make(32, 32);
    glGenTextures(1, &p->reserved);
}

void pool_free(pool *p) {
    for (int i = 0; i < POOL; i++) {
        pool_allow_bindings(p);
        POOL_CALL_VOID(p, hpyr_isosurface_destroy(p->isosurfaces[i]));
        pool_allow_bindings(p);
        POOL_CALL_VOID(p, hpyr_marching_cubes_destroy(p->cubes[i]));
        pool_allow_bindings(p);
        POOL_CALL_VOID(p, hpyr_pyramid_destroy(p->pyramids[i]));
        pool_allow_bindings(p); /* its texture may be bound */
        POOL_CALL_VOID(p, hpyr_voxelizer_destroy(p->voxelizers[i]));
        POOL_CALL_VOID(p, hpyr_discriminator_destroy(p->discriminators[i]));
        if (p->programs[i].name)
            glDeleteProgram(p->programs[i].name);
        free(p->programs[i].text);
    }
    pool_allow_bindings(p);
    POOL_CALL_VOID(p, hpyr_context_destroy(p->other));
    for (int i = 0; i < POOL_IMAGES; i++)
        image_free(&p->images[i]);
    glDeleteBuffers(POOL_BUFFERS, p->buffers);
    glDeleteTextures(1, &p->reserved);
    target_free(&p->canvas);
    glUseProgram(0);
    CHECK_GL();
}

hpyr_result pool_leave(pool *p, const char *call) {
    hpyr_result result = env_leave(p->e, call, __FILE__, __LINE__);
    p->e->callback = (snapshot_except){false, 0, 0};
    if (strcmp(hpyr_result_string(result), hpyr_result_string((hpyr_result)1000)) == 0)
        fuzz_fail("%s answered %d", call, (int)result);
    if (result == HPYR_ERROR_GL) /* what callers get wrong has an answer of its own */
        fuzz_fail("%s answered GL: %s", call, p->e->log);
    if (p->f->verbose)
        fprintf(stderr, "    %s\n%s", hpyr_result_string(result), p->e->log);
    env_clear_log(p->e);
    return result;
}

void pool_allow_bindings(pool *p) {
    p->e->callback = (snapshot_except){true, 0, ALL_UNITS};
}

/* An object of the pool, or NULL: now and then by mistake, or where there are few. */
#define POOL_GETTER(type, name, objects)                                                                               \
    hpyr_##type *pool_##name(pool *p) {                                                                                \
        hpyr_##type *object = NULL;                                                                                    \
        for (int tries = 0; !object && tries < 8 && !fuzz_mistake(p->f, 20); tries++)                                  \
            object = p->objects[pool_slot(p)];                                                                         \
        return object;                                                                                                 \
    }
POOL_GETTER(pyramid, pyramid, pyramids)
POOL_GETTER(discriminator, discriminator, discriminators)
POOL_GETTER(voxelizer, voxelizer, voxelizers)
POOL_GETTER(isosurface, isosurface, isosurfaces)
POOL_GETTER(marching_cubes, cubes, cubes)

hpyr_pyramid *pool_pyramid_of(pool *p, const hpyr_voxelizer *voxelizer) {
    const hpyr_voxelizer_desc *v = hpyr_voxelizer_resolved(voxelizer);
    if (!p->f->sober || !v)
        return pool_pyramid(p);
    for (int i = 0; i < POOL; i++) {
        const hpyr_pyramid_desc *d = hpyr_pyramid_resolved(p->pyramids[i]);
        if (d && d->width == v->width && d->height == v->height && d->depth == v->depth)
            return p->pyramids[i];
    }
    return pool_pyramid(p);
}

void pool_image_size(pool *p, bool deep, uint32_t size[3]) {
    const kind *k;
    do
        k = &kinds[fuzz_below(p->f, POOL_IMAGES)];
    while (deep != (k->target == GL_TEXTURE_3D));
    size[0] = k->width;
    size[1] = k->height;
    size[2] = k->depth;
}

uint32_t pool_slot(pool *p) {
    return fuzz_below(p->f, POOL);
}

hpyr_context *pool_context(pool *p) {
    if (fuzz_mistake(p->f, 30))
        return NULL;
    return p->other && fuzz_chance(p->f, 2) ? p->other : p->e->context;
}

/* ---- arguments ---- */

static GLuint wrong_name(pool *p) {
    static const GLuint names[] = {0, 4000000000u, UINT32_MAX, 12345};
    return fuzz_chance(p->f, 3) ? p->reserved : names[fuzz_below(p->f, 4)];
}

const hpyr_texture *pool_input(pool *p, const hpyr_pyramid *pyramid, hpyr_texture *t) {
    const hpyr_pyramid_desc *d = hpyr_pyramid_resolved(pyramid);
    const hpyr_texture *given = pool_texture(p, t);
    for (int tries = 0; given && d && p->f->sober && tries < 20; tries++) {
        bool is_flat = t->target == GL_TEXTURE_2D;
        if (t->width >= d->width * (is_flat ? d->tiles_x : 1) && t->height >= d->height &&
            (is_flat || t->depth >= d->depth))
            break;
        given = pool_texture(p, t);
    }
    return given;
}

const hpyr_texture *pool_texture(pool *p, hpyr_texture *t) {
    static const uint32_t targets[] = {0,
                                       GL_TEXTURE_2D,
                                       GL_TEXTURE_3D,
                                       GL_TEXTURE_2D_ARRAY,
                                       GL_TEXTURE_CUBE_MAP,
                                       GL_TEXTURE_RECTANGLE,
                                       GL_TEXTURE_BUFFER,
                                       UINT32_MAX};
    static const int32_t levels[] = {0, 1, 2, 13, 31, 32, -1, INT32_MAX, INT32_MIN};
    *t = p->images[fuzz_below(p->f, POOL_IMAGES)].texture;
    if (fuzz_mistake(p->f, 20))
        return NULL;
    if (!fuzz_mistake(p->f, 3))
        return t;
    switch (fuzz_below(p->f, 7)) {
    case 0:
        t->name = wrong_name(p);
        break;
    case 1:
        t->target = targets[fuzz_below(p->f, 8)];
        break;
    case 2:
        t->level = levels[fuzz_below(p->f, 9)];
        break;
    case 3:
        t->format = (hpyr_format)fuzz_enum(p->f, HPYR_FORMAT_DEPTH);
        break;
    case 4:
        t->channel = (hpyr_channel)fuzz_enum(p->f, HPYR_CHANNEL_ALPHA);
        break;
    default:
        *(fuzz_chance(p->f, 2) ? &t->width : fuzz_chance(p->f, 2) ? &t->height : &t->depth) = fuzz_wild(p->f);
    }
    return t;
}

GLuint pool_buffer(pool *p) {
    return fuzz_mistake(p->f, 6) ? wrong_name(p) : p->buffers[fuzz_below(p->f, POOL_BUFFERS)];
}

const char *pool_prefix(pool *p) {
    static const char *const prefixes[] = {
        "mine_", "_x", "",   "no good", "gl_",
        "a__b",  "9",  "u_", "x",       "a_very_long_prefix_that_goes_on_and_on_and_on_and_on_and_on_and_on_"};
    if (!fuzz_mistake(p->f, 3))
        return fuzz_chance(p->f, 2) ? NULL : "hpyr_";
    return prefixes[fuzz_below(p->f, 10)];
}

uint64_t pool_offset(pool *p) {
    static const uint64_t offsets[] = {1,          2,          POOL_BYTES, POOL_BYTES - 4, 4294967292u,
                                       4294967296, UINT64_MAX, INT64_MAX,  UINT64_MAX - 3, UINT64_MAX - 15};
    if (!fuzz_mistake(p->f, 3))
        return 4 * fuzz_below(p->f, 8);
    return offsets[fuzz_below(p->f, 10)];
}

/* ---- programs ---- */

static char *text_of(const hpyr_pyramid *pyramid, const char *prefix) {
    size_t needed = 0;
    hpyr_result result = hpyr_pyramid_glsl(pyramid, prefix, NULL, 0, &needed);
    char *text = result == HPYR_TRUNCATED ? malloc(needed) : NULL;
    if (text && hpyr_pyramid_glsl(pyramid, prefix, text, needed, NULL) != HPYR_OK)
        fuzz_fail("a snippet had no room in the bytes that it needs");
    return text;
}

static GLuint link_snippet(pool *p, const hpyr_pyramid *pyramid, const char *prefix) {
    const char *own = prefix ? prefix : "hpyr_";
    char body[400];
    bool gl21 = p->e->gl21;
    snprintf(body, sizeof body, "%s void main() { %s = vec4(%spoint_at(%s(0)) + %s(%stotal())); }\n",
             gl21 ? "" : "out vec4 color;", gl21 ? "gl_FragColor" : "color", own, gl21 ? "float" : "uint",
             gl21 ? "float" : "uint", own);
    const char *version = glsl_version(hpyr_pyramid_resolved(pyramid)->layout, true);
    SCOPED(free_memory) char *fragment = paste_snippet_after(p->e, pyramid, prefix, version, body);
    return make_program(gl21 ? "#version 120\nvoid main() { gl_Position = vec4(0.0); }\n"
                             : "#version 330\nvoid main() { gl_Position = vec4(0.0); }\n",
                        fragment);
}

GLuint pool_program_for(pool *p, const hpyr_pyramid *pyramid, const char *prefix) {
    pool_program *program = &p->programs[pool_slot(p)];
    char *text = pyramid ? text_of(pyramid, prefix) : NULL;
    bool fits = text && program->name && strcmp(text, program->text) == 0;
    if (text && !fits && !p->bound && !fuzz_mistake(p->f, 3)) { /* what is in use stays */
        free(program->text);
        if (program->name)
            glDeleteProgram(program->name);
        *program = (pool_program){link_snippet(p, pyramid, prefix), text};
        return program->name;
    }
    free(text);
    return fuzz_mistake(p->f, 6) ? wrong_name(p) : program->name;
}

/* ---- objects stay usable ---- */

/* Builds from the default discriminator: the one of the pyramid's context, which nothing tells. */
static void build_default(pool *p, hpyr_pyramid *pyramid, const hpyr_texture *input) {
    hpyr_result result = HPYR_ERROR_INVALID_ARGUMENT;
    for (int i = 0; i < 1 + (p->other != NULL) && result != HPYR_OK; i++) {
        hpyr_discriminator *discriminator = NULL;
        OK(p->e, hpyr_discriminator_create(i ? p->other : p->e->context, NULL, &discriminator));
        result = CALL(p->e, hpyr_pyramid_build(pyramid, discriminator, input));
        CALL_VOID(p->e, hpyr_discriminator_destroy(discriminator));
    }
    assert_int_equal(result, HPYR_OK);
}

void pool_check_pyramid(pool *p, hpyr_pyramid *pyramid) {
    const hpyr_pyramid_desc *d = hpyr_pyramid_resolved(pyramid);
    uint64_t cells = (uint64_t)d->width * d->height * d->depth;
    hpyr_flat3d map;
    if (cells > MOST_CELLS || cells * d->clones > 1 << 20)
        return;
    assert_int_equal(hpyr_flat3d_arrange(d->width, d->height, d->depth, d->tiles_x, 1 << 14, &map), HPYR_OK);
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, d->width, d->height, d->depth);
    SCOPED(free_memory) uint32_t *counts = malloc(cells * sizeof *counts);
    assert_non_null(counts);
    for (size_t i = 0; i < cells; i++) {
        bool active = fuzz_chance(p->f, 3);
        image_set(&im, i, active);
        counts[i] = active ? d->clones : 0;
    }
    image_upload_to(&im, d->depth > 1 ? GL_TEXTURE_3D : 0, 0);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume_in(counts, &map, d->order);
    fuzz_call(p->f, "the build of a pyramid that must be usable");
    build_default(p, pyramid, &im.texture);
    check_pyramid(p->e, pyramid, oracle, &map);
}

static bool is_tame(const hpyr_field_grid *d, hpyr_gradient gradient) {
    bool tame = !d->slab_depth && gradient != HPYR_GRADIENT_CALLER && d->width < 64 && d->height < 64;
    for (int i = 0; i < 3; i++)
        tame = tame && fabsf(d->spacing[i]) < 100 && fabsf(d->origin[i]) < 100 &&
               (d->spacing[i] == 0 || fabsf(d->spacing[i]) > 0.01f);
    return tame && d->width * d->height * (uint64_t)d->depth <= MOST_CELLS;
}

/* Random samples; no sample meets the isovalue. */
static mesh_job random_job(pool *p, const hpyr_field_grid *g, float *samples) {
    mesh_job job = job_of(samples, g->width, g->height, g->depth, 0.125f);
    memcpy(job.ref.spacing, g->spacing, sizeof g->spacing);
    memcpy(job.ref.origin, g->origin, sizeof g->origin);
    memcpy(job.ref.axes, g->axes, sizeof g->axes);
    fuzz_call(p->f, "the build of an isosurface that must be usable");
    return job;
}

void pool_check_isosurface(pool *p, uint32_t slot) {
    const hpyr_isosurface_desc *d = &p->isosurface_descs[slot];
    if (!is_tame(&d->grid, d->gradient))
        return;
    SCOPED(free_memory) float *samples = random_samples(d->grid.width, d->grid.height, d->grid.depth, p->f->random);
    mesh_job job = random_job(p, &d->grid, samples);
    job.ref.mesh = hpyr_isosurface_resolved(p->isosurfaces[slot])->mesh;
    job.ref.vertex = d->vertex;
    job.ref.gradient = d->gradient;
    job.ref.winding = d->winding;
    SCOPED(image_free) image im = samples_texture(&job, 0, d->grid.depth);
    hpyr_field field = field_of(&im);
    OK(p->e, hpyr_isosurface_build(p->isosurfaces[slot], &field, 0, job.ref.iso));
    check_built(p->e, p->isosurfaces[slot], &job);
}

void pool_check_cubes(pool *p, uint32_t slot) {
    const hpyr_marching_cubes_desc *d = &p->cubes_descs[slot];
    hpyr_mesh_statistics expected;
    if (!is_tame(&d->grid, d->gradient))
        return;
    SCOPED(free_memory) float *samples = random_samples(d->grid.width, d->grid.height, d->grid.depth, p->f->random);
    mesh_job job = random_job(p, &d->grid, samples);
    SCOPED(image_free) image im = samples_texture(&job, 0, d->grid.depth);
    hpyr_field field = field_of(&im);
    OK(p->e, hpyr_marching_cubes_build(p->cubes[slot], &field, 0, job.ref.iso));
    assert_int_equal(hpyr_ref_isosurface_count(&job.ref, &expected), HPYR_OK);
    check_cubes_counts(p->e, p->cubes[slot], &expected);
}

void pool_check_voxelizer(pool *p, hpyr_voxelizer *voxelizer) {
    hpyr_flat3d map = map_of(voxelizer);
    fuzz_call(p->f, "the run of a voxelizer that must be usable");
    const uint32_t size[3] = {map.width, map.height, map.depth};
    size_t cells = (size_t)map.width * map.height * map.depth;
    if (cells > MOST_CELLS)
        return;
    SCOPED(soup_free)
    soup s = soup_box((const double[3]){-0.613, -0.527, -0.731}, (const double[3]){0.591, 0.607, 0.697});
    run_soup(p->e, voxelizer, &s);
    SCOPED(free_memory) uint8_t *expected = malloc(2 * cells), *got = read_voxels(p->e, voxelizer, NULL);
    assert_non_null(expected);
    answer_thin(s.corners, s.count, size[0], size[1], size[2], expected, expected + cells);
    for (size_t i = 0; i < cells; i++) /* every fill sets at least bottom and lid, but solid's boxes are half open */
        if (expected[i] && !expected[cells + i] && !got[i] &&
            hpyr_voxelizer_resolved(voxelizer)->kind == HPYR_VOXELIZER_KIND_SLICES)
            fuzz_fail("a voxelizer of %ux%ux%u lost voxel %zu (tiles %ux%u)", size[0], size[1], size[2], i, map.tiles_x,
                      map.tiles_y);
}
