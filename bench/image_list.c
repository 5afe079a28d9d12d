/* image_list.c - the point list of a picture: pyramids beside reading back and scanning.  SPDX-License-Identifier: MIT
 *
 * On a software rasterizer reading back is a copy in memory and no trip over a bus: the CPU is at its strongest. Its list holds
 * texel numbers, 4 bytes each, in CPU memory; the pyramid's holds points, 16 bytes each, in a buffer object. */
#include "images.h"
#include "measure.h"
#include "parts.h"
#include "report.h"
#include "scan.h"

#include "common/files/median.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

static const scan_fn SCANS[CPU_SCANS] = {scan_plain, scan_by_256, scan_by_64};

typedef struct hybrid {
    scene *scene;
    uint8_t *pixels; /* read back into: touched before, as by any program that does it every frame */
    uint32_t *list;
    int gl;
    uint32_t framebuffer;
    double ms[CPU_SCANS][CPU_STAGES][BENCH_MAX_RUNS];
} hybrid;

static size_t cells_of(const hybrid *h) {
    return (size_t)h->scene->flat.width * h->scene->flat.height;
}

static hybrid *hybrid_open(scene *s) {
    hybrid *h = calloc(1, sizeof *h);
    if (h) {
        h->scene = s;
        h->pixels = malloc(cells_of(h) * 4);
        h->list = malloc(((size_t)s->total + 1) * sizeof *h->list);
    }
    if (!h || !h->pixels || !h->list) {
        error_set("out of memory for %ux%u texels", (unsigned)s->flat.width, (unsigned)s->flat.height);
        if (h) {
            free(h->pixels);
            free(h->list);
        }
        free(h);
        return NULL;
    }
    h->gl = s->gl;
    h->framebuffer = framebuffer_of(h->gl, s->flat.name);
    return h;
}

static void hybrid_close(hybrid *h) {
    if (h) {
        framebuffer_delete(h->gl, &h->framebuffer);
        free(h->pixels);
        free(h->list);
        free(h);
    }
}

/* The CPU's list must be the oracle's in scan-line order. */
static bool list_is_right(const hybrid *h, uint32_t count) {
    const scene *s = h->scene;
    bool right = count == s->total && scene_expect(h->scene, HPYR_ORDER_LINE);
    for (uint32_t i = 0; i < count && right; i++) {
        const hpyr_point *p = &s->expected[i];
        right = h->list[i] == p->y * s->flat.width + p->x;
    }
    return right;
}

static bool run_scan(hybrid *h, int i, uint32_t run) {
    GLsizei width = (GLsizei)h->scene->flat.width, height = (GLsizei)h->scene->flat.height;
    framebuffer_bind(h->gl, h->framebuffer);
    if (run == 0) {
        memset(h->list, 0, ((size_t)h->scene->total + 1) * sizeof *h->list);
        memset(h->pixels, 0, cells_of(h) * 4);
    }
    glFinish();
    double start = clock_ms();
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, h->pixels);
    double read = clock_ms();
    uint32_t count = SCANS[i](h->pixels, (uint32_t)cells_of(h), 255, h->list);
    double end = clock_ms();
    framebuffer_bind(h->gl, 0);
    if (run > 0) {
        h->ms[i][CPU_READBACK][run - 1] = read - start;
        h->ms[i][CPU_SCAN][run - 1] = end - read;
        h->ms[i][CPU_TOTAL][run - 1] = end - start;
    }
    return (run > 0 ? count == h->scene->total : list_is_right(h, count)) ||
           error_set("%s: the CPU's list (%s) differs from the oracle's", h->scene->desc.picture, cpu_scan_names[i]);
}

static bool take_turn(bench *b, void *user, uint32_t run) {
    hybrid *h = user;
    (void)b;
    bool ok = true;
    for (int i = 0; i < CPU_SCANS && ok; i++)
        ok = run_scan(h, i, run);
    if (run == 0)
        scene_forget(h->scene);
    return ok;
}

static void append_contest(bench *b, hybrid *h, uint32_t runs, size_t first_row) {
    const scene *s = h->scene;
    cpu_times *t = &b->contests[b->contest_count++];
    memset(t, 0, sizeof *t);
    t->part = s->desc.part;
    t->picture = s->desc.picture;
    t->side = s->flat.width;
    t->active = s->total;
    t->first_row = first_row;
    t->row_count = b->pyramid_count - first_row;
    for (int i = 0; i < CPU_SCANS; i++) {
        for (int k = 0; k < CPU_STAGES; k++)
            t->ms[i][k] = median_of(h->ms[i][k], runs);
        if (t->ms[i][CPU_TOTAL] < t->ms[t->fastest][CPU_TOTAL])
            t->fastest = i;
    }
}

static bool add_ways(bench *b, group *g, scene *s, bool papers) {
    static const hpyr_layout PAPERS[] = {HPYR_LAYOUT_SINGLE, HPYR_LAYOUT_VEC4, HPYR_LAYOUT_RECT, HPYR_LAYOUT_BILINEAR};
    bool ok = true;
    for (size_t i = 0; i < sizeof PAPERS / sizeof *PAPERS && papers && ok; i++)
        ok = group_add(b, g, s, PAPERS[i], HPYR_ORDER_MORTON, 0, 0);
    ok = ok && group_add(b, g, s, HPYR_LAYOUT_BITS, HPYR_ORDER_MORTON, 0, 0) &&
         group_add(b, g, s, HPYR_LAYOUT_BITS, HPYR_ORDER_LINE, 0, 0);
    return ok && (!papers || group_add(b, g, s, HPYR_LAYOUT_LINE, HPYR_ORDER_LINE, 0, 0));
}

static bool run_contest(bench *b, const scene_desc *d, bool papers) {
    group g = {0};
    size_t first = b->pyramid_count;
    scene *s = scene_open(b, d);
    hybrid *h = s ? hybrid_open(s) : NULL;
    bool ok = h && add_ways(b, &g, s, papers);
    g.stages = papers ? STAGES_PAPER : STAGES_LIST;
    g.interlude = take_turn;
    g.user = h;
    if (ok && s->total != d->active)
        ok = error_set("%s: the oracle finds %u cells", d->picture, (unsigned)s->total);
    ok = ok && group_measure(b, &g);
    if (ok)
        append_contest(b, h, g.runs, first);
    group_free(&g);
    hybrid_close(h);
    scene_close(s);
    return ok;
}

bool bench_image_list(bench *b) {
    scene_desc d = {0};
    d.part = "image_list";
    d.width = d.height = 4096;
    d.active = 34000;
    report_title(b, "Point list of 4096x4096 RGBA8 texels, 34000 active; CPU and pyramids in turn");
    d.picture = "spheres";
    d.draw = image_spheres;
    if (!run_contest(b, &d, false))
        return false;
    report_contest(b);
    d.picture = "scatter";
    d.draw = image_scatter;
    if (!run_contest(b, &d, false))
        return false;
    report_contest(b);
    return true;
}

/* The paper's voxel counts (Table 1), on pictures like its own. */
bool bench_papers(bench *b) {
    static const uint32_t SIDES[] = {4096, 2048, 1024}, ACTIVE[] = {33989, 8595, 2130};
    scene_desc d = {0};
    d.part = "papers";
    d.picture = "spheres";
    d.draw = image_spheres;
    report_title(b, "Tables 2 to 4 of Ziegler et al. 2006, section 9, beside ours");
    bool ok = true;
    for (size_t i = 0; i < sizeof SIDES / sizeof *SIDES && ok; i++) {
        d.width = d.height = SIDES[i];
        d.active = ACTIVE[i];
        ok = run_contest(b, &d, true);
    }
    if (ok)
        report_papers(b);
    return ok;
}
