/* overhead.c - what a small list costs the CPU: calls of OpenGL and microseconds where the GPU has next to nothing to do.
 * SPDX-License-Identifier: MIT */
#include "parts.h"
#include "scene.h"
#include "turns.h"

#include "common/platform/gl.h"
#include "common/voxels/names.h"

enum { SIDE = 64, LISTS = 200 };

enum { LAYOUT = ROW_OWN, PASSES, BUILD, LIST, CALLS, CPU, WALL };

static const column COLUMNS[] = {{LAYOUT, TEXT, "layout", "layout", 8},      {PASSES, COUNT, "passes", "passes", 7},
                                 {BUILD, COUNT, "build_calls", "build", 8},  {LIST, COUNT, "list_calls", "list", 8},
                                 {CALLS, COUNT, NULL, "GL calls", 8},        {CPU, NUMBER, "cpu_us", "CPU us", 9, 1},
                                 {WALL, NUMBER, "wall_us", "wall us", 9, 1}, {0}};
const table overhead_table = {.key = "overhead", .columns = COLUMNS};

static hpyr_result build(const bench *b, const scene *s, hpyr_pyramid *pyramid) {
    return hpyr_pyramid_build(pyramid, b->cheap, scene_input(s, hpyr_pyramid_resolved(pyramid)));
}

static hpyr_result list(const scene *s, hpyr_pyramid *pyramid) {
    uint32_t total;
    hpyr_result result = hpyr_pyramid_total(pyramid, &total);
    return result == HPYR_OK ? hpyr_pyramid_extract_buffer(pyramid, 0, HPYR_ALL, s->buffer, 0, 0, NULL) : result;
}

/* The first list makes programs and is compared with the oracle's. */
static bool first_list(bench *b, scene *s, hpyr_pyramid *pyramid) {
    return bench_check(b, build(b, s, pyramid), "build") && bench_check(b, list(s, pyramid), "list") &&
           scene_expect(s, hpyr_pyramid_resolved(pyramid)->order) &&
           (scene_buffer_is_right(s) || error_set("overhead: the list differs from the oracle's"));
}

/* A build and its list in many batches: so short ones can be told apart. */
static void measure(const bench *b, const scene *s, hpyr_pyramid *pyramid, row *r) {
    double cpu[BENCH_MAX_RUNS], wall[BENCH_MAX_RUNS];
    const uint32_t batches = b->repeat ? b->repeat : BENCH_MOST_RUNS;
    const double before = turns_calls();
    build(b, s, pyramid);
    r->n[BUILD] = turns_calls() - before;
    list(s, pyramid);
    r->n[CALLS] = turns_calls() - before;
    r->n[LIST] = r->n[CALLS] - r->n[BUILD];
    for (uint32_t batch = 0; batch < batches; batch++) {
        glFinish();
        double cpu_start = 1000 * clock_thread_ms(), start = clock_ms();
        for (int i = 0; i < LISTS; i++) {
            build(b, s, pyramid);
            list(s, pyramid);
        }
        glFinish();
        cpu[batch] = (1000 * clock_thread_ms() - cpu_start) / LISTS;
        wall[batch] = (clock_ms() - start) * 1e3 / LISTS;
    }
    r->n[CPU] = median_of(cpu, batches);
    r->n[WALL] = median_of(wall, batches);
    r->n[ROW_RUNS] = batches;
}

static bool run_layout(bench *b, scene *s, hpyr_layout layout) {
    hpyr_pyramid_desc desc = {.width = SIDE, .height = SIDE, .layout = layout};
    hpyr_pyramid *pyramid = NULL;
    row r = row_of(&overhead_table);
    if (hpyr_pyramid_create(b->context, &desc, &pyramid) != HPYR_OK) {
        fprintf(b->stream, "    %-8s %s\n", name_of_layout(layout), b->logged);
        b->logged[0] = '\0';
        return true;
    }
    bool ok = first_list(b, s, pyramid);
    if (ok) {
        r.t[LAYOUT] = name_of_layout(layout);
        r.n[PASSES] = layout_passes(hpyr_pyramid_resolved(pyramid), false) + 1; /* and the list's */
        measure(b, s, pyramid, &r);
    }
    hpyr_pyramid_destroy(pyramid);
    return ok && bench_keep(b, &r);
}

bool bench_overhead(bench *b) {
    static const hpyr_layout LAYOUTS[] = {HPYR_LAYOUT_SINGLE, HPYR_LAYOUT_VEC4, HPYR_LAYOUT_RECT,  HPYR_LAYOUT_BILINEAR,
                                          HPYR_LAYOUT_BITS,   HPYR_LAYOUT_LINE, HPYR_LAYOUT_VOLUME};
    const scene_desc desc = {.part = "overhead", .width = SIDE, .height = SIDE, .fill = 0.05};
    const size_t first = b->row_count;
    scene *s = scene_open(b, &desc);
    bool ok = s != NULL;
    bench_title(b, "Overhead: 64x64 cells, 5 % active; a build, its total and the list in a buffer");
    for (size_t i = 0; i < COUNT_OF(LAYOUTS) && ok; i++)
        ok = !bench_wants(b, LAYOUTS[i]) || run_layout(b, s, LAYOUTS[i]);
    scene_close(s);
    return bench_show(b, ok, &overhead_table, first, NULL, NULL);
}
