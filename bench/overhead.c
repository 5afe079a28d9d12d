/* overhead.c - what a small list costs the CPU: calls of OpenGL and microseconds where the GPU has next to nothing to do.
 * SPDX-License-Identifier: MIT */
#include "parts.h"

#include "gl/counts.h"
#include "scene.h"

#include "common/files/clock.h"
#include "common/files/median.h"
#include "common/platform/gl.h"
#include "common/voxels/layout_choices.h"
#include "common/voxels/names.h"

#include <time.h>

enum { SIDE = 64, LISTS = 200 };

/* Time that this thread has spent computing; a driver's own threads are not in it. */
static double cpu_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

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
    hpyr_result result = build(b, s, pyramid);
    if (result == HPYR_OK)
        result = list(s, pyramid);
    if (result != HPYR_OK)
        return error_set("%s", hpyr_result_string(result));
    return scene_expect(s, hpyr_pyramid_resolved(pyramid)->order) &&
           (scene_buffer_is_right(s) || error_set("overhead: the list differs from the oracle's"));
}

static void measure(const bench *b, const scene *s, hpyr_pyramid *pyramid, overhead *o) {
    double cpu[BENCH_MAX_RUNS], wall[BENCH_MAX_RUNS];
    uint32_t batches = b->repeat ? b->repeat : BENCH_MOST_RUNS;
    unsigned long calls = hpi_gl_calls;
    build(b, s, pyramid);
    o->build_calls = hpi_gl_calls - calls;
    calls = hpi_gl_calls;
    list(s, pyramid);
    o->list_calls = hpi_gl_calls - calls;
    for (uint32_t batch = 0; batch < batches; batch++) {
        glFinish();
        double cpu_start = cpu_us(), start = clock_ms();
        for (int i = 0; i < LISTS; i++) {
            build(b, s, pyramid);
            list(s, pyramid);
        }
        glFinish();
        cpu[batch] = (cpu_us() - cpu_start) / LISTS;
        wall[batch] = (clock_ms() - start) * 1e3 / LISTS;
    }
    o->cpu_us = median_of(cpu, batches);
    o->wall_us = median_of(wall, batches);
}

static bool run_layout(bench *b, scene *s, hpyr_layout layout) {
    hpyr_pyramid_desc desc = {0};
    hpyr_pyramid *pyramid = NULL;
    desc.width = desc.height = SIDE;
    desc.layout = layout;
    hpyr_result result = hpyr_pyramid_create(b->context, &desc, &pyramid);
    fprintf(b->stream, "    %-8s", name_of_layout(layout));
    if (result != HPYR_OK) {
        fprintf(b->stream, " %s\n", b->logged);
        b->logged[0] = '\0';
        return true;
    }
    bool ok = first_list(b, s, pyramid);
    if (ok) {
        overhead *o = &b->overheads[b->overhead_count++];
        o->layout = layout;
        o->passes = layout_passes(hpyr_pyramid_resolved(pyramid), false) + 1; /* and the list's */
        measure(b, s, pyramid, o);
        fprintf(b->stream, " %7u %8lu %8lu %8lu %9.1f %9.1f\n", (unsigned)o->passes, o->build_calls, o->list_calls,
                o->build_calls + o->list_calls, o->cpu_us, o->wall_us);
    }
    hpyr_pyramid_destroy(pyramid);
    return ok;
}

bool bench_overhead(bench *b) {
    static const hpyr_layout LAYOUTS[] = {HPYR_LAYOUT_SINGLE, HPYR_LAYOUT_VEC4, HPYR_LAYOUT_RECT,  HPYR_LAYOUT_BILINEAR,
                                          HPYR_LAYOUT_BITS,   HPYR_LAYOUT_LINE, HPYR_LAYOUT_VOLUME};
    scene_desc desc = {0};
    desc.part = "overhead";
    desc.width = desc.height = SIDE;
    desc.fill = 0.05;
    scene *s = scene_open(b, &desc);
    bool ok = s != NULL;
    if (ok)
        fprintf(b->stream,
                "\nOverhead: %dx%d cells, 5 %% active; a build, its total and the list in a buffer\n"
                "    %-8s %7s %8s %8s %8s %9s %9s\n",
                SIDE, SIDE, "layout", "passes", "build", "list", "GL calls", "CPU us", "wall us");
    for (size_t i = 0; i < sizeof LAYOUTS / sizeof *LAYOUTS && ok; i++)
        ok = !bench_wants(b, LAYOUTS[i]) || run_layout(b, s, LAYOUTS[i]);
    if (s)
        scene_close(s);
    return ok;
}
