/* times.c - times of ten operations, each beside copies of buffers on the GPU.  SPDX-License-Identifier: MIT */
#include "check.h"
#include "gl.h"
#include "modules.h"

#include "common/files/clock.h"

#include <histopyramid/octree.h>

enum {
    SIDE = 1024,
    CELLS = SIDE * SIDE,
    SORTED = 1 << 18,
    VOLUME = 64,
    POINTS = 20000,
    VOXELS = 128,
    RUNS = 5,
    COPIED = 16000000
};
static const double LEAST_MS = 20;  /* of a run: clocks of browsers are coarse */
static const double LONG_MS = 1000; /* of a run that is not repeated: on a CPU all of them would take minutes */

/* What an operation works on. `framebuffer` has one pixel. */
typedef struct subject {
    check *c;
    uint32_t framebuffer;
    hpyr_texture texture;
    hpyr_list input, output;
    hpyr_discriminator *rule;
    hpyr_pyramid *pyramid;
    hpyr_lists *lists;
    hpyr_isosurface *isosurface;
    hpyr_voxelizer *voxelizer;
    hpyr_octree *octree;
} subject;

typedef struct timing {
    const char *name;
    bool (*make)(subject *s, int parameter);
    bool (*run)(subject *s);
    int parameter;
} timing;

/* ---- operations ---- */

static bool make_pyramid(subject *s, int layout) {
    const hpyr_pyramid_desc desc = {.width = SIDE, .height = SIDE, .layout = (hpyr_layout)layout};
    uint8_t *codes = check_memory(s->c, CELLS);
    for (size_t i = 0; i < CELLS; i++)
        codes[i] = check_random(s->c, 100) == 0 ? 255 : 0;
    s->texture = check_texture(s->c, GL_TEXTURE_2D, HPYR_FORMAT_R8, SIDE, SIDE, 1, codes);
    s->output = check_list(s->c, HPYR_LIST_TYPE_UINT, NULL, 4 * CELLS / 50);
    return CALL(s->c, hpyr_discriminator_create(s->c->context, NULL, &s->rule)) &&
           CALL(s->c, hpyr_pyramid_create(s->c->context, &desc, &s->pyramid));
}

static bool build(subject *s) {
    return CALL(s->c, hpyr_pyramid_build(s->pyramid, s->rule, &s->texture));
}

static bool build_and_list(subject *s) {
    return build(s) && CALL(s->c, hpyr_pyramid_extract_buffer(s->pyramid, 0, CELLS / 50, s->output.buffer, 0, 0, NULL));
}

static bool make_lists(subject *s, int count) {
    const hpyr_lists_desc desc = {.capacity = (uint32_t)count};
    uint32_t *entries = check_memory(s->c, (size_t)count * 4);
    for (int i = 0; i < count; i++)
        entries[i] = check_random(s->c, 1000);
    s->input = check_list(s->c, HPYR_LIST_TYPE_UINT, entries, (uint32_t)count);
    s->output = check_list(s->c, HPYR_LIST_TYPE_UINT, NULL, (uint32_t)count);
    return CALL(s->c, hpyr_lists_create(s->c->context, &desc, &s->lists));
}

static bool scan(subject *s) {
    const hpyr_lists_scan_desc desc = {.input = s->input, .output = s->output, .length = {.count = CELLS}};
    return CALL(s->c, hpyr_lists_scan(s->lists, &desc));
}

static bool select_few(subject *s) {
    const hpyr_lists_select_desc desc = {.input = s->input,
                                         .selected = s->output,
                                         .condition = HPYR_LIST_CONDITION_RANGE,
                                         .min = 0,
                                         .max = 9,
                                         .length = {.count = CELLS}};
    return CALL(s->c, hpyr_lists_select(s->lists, &desc));
}

static bool sort(subject *s) {
    const hpyr_lists_sort_desc desc = {.keys = s->input, .sorted_keys = s->output, .length = {.count = SORTED}};
    return CALL(s->c, hpyr_lists_sort(s->lists, &desc));
}

/* Random triangles, or random points. */
static uint32_t random_floats(subject *s, int count) {
    float *floats = check_memory(s->c, (size_t)count * sizeof *floats);
    for (int i = 0; i < count; i++)
        floats[i] = check_random_float(s->c);
    return check_buffer(s->c, floats, (size_t)count * sizeof *floats);
}

static bool make_voxelizer(subject *s, int triangles) {
    const hpyr_voxelizer_desc desc = {
        .width = VOXELS, .height = VOXELS, .depth = VOXELS, .kind = HPYR_VOXELIZER_KIND_BITS};
    s->input.buffer = random_floats(s, 9 * triangles);
    return CALL(s->c, hpyr_voxelizer_create(s->c->context, &desc, &s->voxelizer));
}

static bool voxelize(subject *s) {
    const hpyr_mesh mesh = {.positions.buffer = s->input.buffer, .triangle_count = 100};
    return CALL(s->c, hpyr_voxelizer_run(s->voxelizer, &mesh, NULL));
}

static bool make_isosurface(subject *s, int side) {
    const hpyr_isosurface_desc desc = {.grid = {.width = VOLUME, .height = VOLUME, .depth = VOLUME}};
    float *samples = check_memory(s->c, (size_t)(side * side * side) * sizeof *samples);
    for (int i = 0; i < side * side * side; i++) {
        float x = (float)(i % side - side / 2), y = (float)(i / side % side - side / 2);
        float z = (float)(i / side / side - side / 2);
        samples[i] = x * x + y * y + z * z;
    }
    s->texture = check_texture(s->c, GL_TEXTURE_3D, HPYR_FORMAT_R32F, VOLUME, VOLUME, VOLUME, samples);
    return CALL(s->c, hpyr_isosurface_create(s->c->context, &desc, &s->isosurface));
}

static bool make_surface(subject *s) {
    const hpyr_field field = {.texture = s->texture};
    hpyr_mesh_counts counts;
    return CALL(s->c, hpyr_isosurface_build(s->isosurface, &field, 0, VOLUME * VOLUME / 9.0)) &&
           CALL(s->c, hpyr_isosurface_counts(s->isosurface, &counts));
}

static bool make_octree(subject *s, int points) {
    const hpyr_octree_desc desc = {.capacity = (uint32_t)points, .depth = 6};
    s->input.buffer = random_floats(s, 3 * points);
    return CALL(s->c, hpyr_octree_create(s->c->context, &desc, &s->octree));
}

static bool build_octree(subject *s) {
    const hpyr_octree_points points = {.positions = {.buffer = s->input.buffer}, .count = POINTS};
    return CALL(s->c, hpyr_octree_build(s->octree, &points));
}

static const timing TIMINGS[] = {{"SINGLE of 1024x1024", make_pyramid, build, HPYR_LAYOUT_SINGLE},
                                 {"BITS of 1024x1024", make_pyramid, build, HPYR_LAYOUT_BITS},
                                 {"VEC4 of 1024x1024", make_pyramid, build, HPYR_LAYOUT_VEC4},
                                 {"VEC4 and its list", make_pyramid, build_and_list, HPYR_LAYOUT_VEC4},
                                 {"scan of 2^20", make_lists, scan, CELLS},
                                 {"select of 2^20", make_lists, select_few, CELLS},
                                 {"sort of 2^18", make_lists, sort, SORTED},
                                 {"voxels of 100 triangles in 128^3", make_voxelizer, voxelize, 100},
                                 {"isosurface of 64^3", make_isosurface, make_surface, VOLUME},
                                 {"octree of 20000 points", make_octree, build_octree, POINTS}};

/* ---- clocks ---- */

/* Until the GPU has done all: glFinish returns early on some drivers, but a pixel that is read has been drawn. */
static void wait_for_gpu(const subject *s) {
    uint8_t pixel[4];
    glFinish();
    if (!s->framebuffer)
        return;
    glBindFramebuffer(GL_FRAMEBUFFER, s->framebuffer);
    glClear(GL_COLOR_BUFFER_BIT);
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static bool run_often(subject *s, bool (*run)(subject *s), uint32_t times, double *ms) {
    bool ok = true;
    wait_for_gpu(s);
    double start = clock_ms();
    for (uint32_t i = 0; i < times && ok; i++)
        ok = run(s);
    wait_for_gpu(s);
    *ms = clock_ms() - start;
    return ok;
}

/* Milliseconds of one run, after one that is not counted; below 0 where it fails. */
static double time_of(subject *s, bool (*run)(subject *s)) {
    double ms[RUNS] = {0};
    uint32_t times = 1;
    bool ok = run_often(s, run, 1, ms) && run_often(s, run, 1, ms);
    while (ok && ms[0] < LEAST_MS && times < 1024) {
        times *= 2;
        ok = run_often(s, run, times, ms);
    }
    int runs = ms[0] < LONG_MS ? RUNS : 1;
    for (int i = 1; i < runs && ok; i++)
        ok = run_often(s, run, times, &ms[i]);
    return ok ? median_of(ms, (size_t)runs) / times : -1;
}

static bool copy(subject *s) {
    glBindBuffer(GL_COPY_READ_BUFFER, s->input.buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, s->output.buffer);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, COPIED);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    return true;
}

/* Milliseconds for a megabyte; below 0 on GL 2.1, which copies no buffers. */
static double time_of_copy(check *c, uint32_t framebuffer) {
    subject s = {.c = c, .framebuffer = framebuffer};
    if (c->is_legacy)
        return -1;
    s.input.buffer = check_buffer(c, NULL, COPIED);
    s.output.buffer = check_buffer(c, NULL, COPIED);
    double ms = time_of(&s, copy) / (COPIED / 1e6);
    check_fact(c, "copy of a megabyte", "%.4f ms", ms);
    return ms;
}

static void measure(check *c, const timing *t, uint32_t framebuffer, double copy_ms) {
    subject s = {.c = c, .framebuffer = framebuffer};
    size_t used = c->used;
    double ms = t->make(&s, t->parameter) ? time_of(&s, t->run) : -1;
    if (ms >= 0 && copy_ms > 0)
        check_fact(c, t->name, "%.4f ms, as long as a copy of %.*f megabytes", ms, ms / copy_ms < 10 ? 2 : 0,
                   ms / copy_ms);
    else if (ms >= 0)
        check_fact(c, t->name, "%.4f ms", ms);
    c->compared += ms >= 0;
    c->used = used;
    hpyr_discriminator_destroy(s.rule);
    hpyr_pyramid_destroy(s.pyramid);
    hpyr_lists_destroy(s.lists);
    hpyr_isosurface_destroy(s.isosurface);
    hpyr_voxelizer_destroy(s.voxelizer);
    hpyr_octree_destroy(s.octree);
}

void check_times(check *c) {
    uint32_t framebuffer = 0; /* GL 2.1 has others */
    hpyr_texture pixel = check_texture(c, GL_TEXTURE_2D, HPYR_FORMAT_RGBA8, 1, 1, 1, NULL);
    if (!c->is_legacy) {
        glGenFramebuffers(1, &framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, pixel.name, 0);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
    }
    double copy_ms = time_of_copy(c, framebuffer);
    for (size_t i = 0; i < sizeof TIMINGS / sizeof *TIMINGS; i++) {
        check_part(c, "%s", TIMINGS[i].name);
        measure(c, &TIMINGS[i], framebuffer, copy_ms);
    }
    if (!c->is_legacy)
        glDeleteFramebuffers(1, &framebuffer);
}
