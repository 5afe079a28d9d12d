/* measure.c - times pyramids in turn, each after its lists were compared with the oracle's.  SPDX-License-Identifier: MIT */
#include "measure.h"

#include "draw.h"

#include "common/files/median.h"
#include "common/platform/gl.h"
#include "common/voxels/layout_choices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct contender {
    scene *scene;
    hpyr_pyramid_desc desc;
    unsigned stages; /* less what was refused */
    hpyr_pyramid *pyramid;
    draw_program draw;
    char reason[ERROR_SIZE];
    double ms[STAGES][BENCH_MAX_RUNS], gpu_ms[STAGES][BENCH_MAX_RUNS];
};

bool group_add(bench *b, group *g, scene *s, hpyr_layout layout, hpyr_order order, hpyr_base base,
               hpyr_count_format counts) {
    if (!bench_wants(b, layout))
        return true;
    if (g->count == g->capacity) {
        size_t capacity = g->capacity ? g->capacity * 2 : 16;
        contender *grown = realloc(g->contenders, capacity * sizeof *grown);
        if (!grown)
            return error_set("out of memory");
        g->contenders = grown;
        g->capacity = capacity;
    }
    contender *c = &g->contenders[g->count++];
    memset(c, 0, sizeof *c);
    c->scene = s;
    c->desc.width = s->desc.width;
    c->desc.height = s->desc.height;
    c->desc.depth = s->desc.depth;
    c->desc.tiles_x = s->map.tiles_x;
    c->desc.clones = s->desc.clones;
    c->desc.layout = layout;
    c->desc.order = order;
    c->desc.base = base;
    c->desc.count_format = counts;
    return true;
}

void group_free(group *g) {
    for (size_t i = 0; i < g->count; i++) {
        draw_close(&g->contenders[i].draw);
        hpyr_pyramid_destroy(g->contenders[i].pyramid);
    }
    free(g->contenders);
}

/* ---- what may be refused ---- */

/* The largest total that the layout promises (pyramid.h). */
static uint64_t largest_total(const hpyr_pyramid_desc *desc) {
    switch (desc->count_format) {
    case HPYR_COUNT_FORMAT_FLOAT:
        return (1u << 24) - (desc->layout == HPYR_LAYOUT_BILINEAR ? 4 : 0);
    case HPYR_COUNT_FORMAT_HALF:
        return (1u << 20) - 1;
    default:
        return UINT32_MAX - 1;
    }
}

/* True where the result is a refusal that the headers allow for, which then is the contender's reason. */
static bool is_refused(bench *b, contender *c, hpyr_result result, const char *what) {
    const hpyr_pyramid_desc *resolved = c->pyramid ? hpyr_pyramid_resolved(c->pyramid) : &c->desc;
    bool allowed = result == HPYR_ERROR_UNSUPPORTED || result == HPYR_ERROR_TOO_LARGE ||
                   (result == HPYR_ERROR_OVERFLOW && c->scene->total > largest_total(resolved));
    if (allowed) {
        line_write(c->reason, sizeof c->reason, "%s%s%s%s%s", what, *what ? ": " : "", hpyr_result_string(result),
                   b->logged[0] ? ": " : "", b->logged);
        b->logged[0] = '\0';
    }
    return allowed;
}

static void refuse_all(contender *c) {
    hpyr_pyramid_destroy(c->pyramid);
    c->pyramid = NULL;
    c->stages = 0;
}

static bool went_wrong(const contender *c, const char *what) {
    const hpyr_pyramid_desc *d = &c->desc;
    return error_set("%s, %ux%ux%u, %u points: %s", name_of_layout(d->layout), (unsigned)d->width, (unsigned)d->height,
                     (unsigned)d->depth, (unsigned)c->scene->total, what);
}

static bool check(bench *b, const contender *c, hpyr_result result, stage at) {
    char what[ERROR_SIZE / 2];
    if (result == HPYR_OK)
        return true;
    snprintf(what, sizeof what, "%s: %s: %.300s", stage_names[at], hpyr_result_string(result), b->logged);
    return went_wrong(c, what);
}

/* ---- stages ---- */

static hpyr_result run_stage(const bench *b, contender *c, stage at, uint32_t *total) {
    const scene *s = c->scene;
    switch (at) {
    case STAGE_BUILD:
        return hpyr_pyramid_build(c->pyramid, s->desc.costly ? b->costly : b->cheap, scene_input(s, &c->desc));
    case STAGE_TOTAL:
        return hpyr_pyramid_total(c->pyramid, total);
    case STAGE_BUFFER:
        return hpyr_pyramid_extract_buffer(c->pyramid, 0, HPYR_ALL, s->buffer, 0, 0, NULL);
    case STAGE_TEXTURE:
        return hpyr_pyramid_extract_texture(c->pyramid, 0, HPYR_ALL, &s->list, NULL);
    case STAGE_DOWNLOAD:
        return hpyr_pyramid_download(c->pyramid, 0, HPYR_ALL, s->points, s->total, 0, NULL);
    default:
        return draw_run(s, c->pyramid, &c->draw, false);
    }
}

static bool time_stage(bench *b, contender *c, stage at, uint32_t sample) {
    uint32_t total = c->scene->total;
    glFinish();
    double start = clock_ms();
    gpu_timer_start(&b->timer);
    hpyr_result result = run_stage(b, c, at, &total);
    gpu_timer_stop(&b->timer);
    glFinish();
    c->ms[at][sample] = clock_ms() - start;
    c->gpu_ms[at][sample] = gpu_timer_read(&b->timer);
    return check(b, c, result, at) && (total == c->scene->total || went_wrong(c, "the total has changed"));
}

static bool time_contender(bench *b, contender *c, uint32_t sample) {
    bool ok = true;
    for (stage at = STAGE_BUILD; at < STAGES && ok; at++)
        ok = !(c->stages & 1u << at) || time_stage(b, c, at, sample);
    return ok;
}

/* ---- the first run, which is checked ---- */

static bool build_first(bench *b, contender *c) {
    uint32_t total = 0;
    hpyr_result result = hpyr_pyramid_create(b->context, &c->desc, &c->pyramid);
    stage at = STAGE_BUILD;
    if (result == HPYR_OK)
        result = run_stage(b, c, STAGE_BUILD, NULL);
    if (result == HPYR_OK) {
        at = STAGE_TOTAL;
        result = run_stage(b, c, STAGE_TOTAL, &total);
    }
    if (is_refused(b, c, result, "")) {
        refuse_all(c);
        return true;
    }
    if (!check(b, c, result, at))
        return false;
    return total == c->scene->total || went_wrong(c, "the total differs from the oracle's");
}

static bool is_right(const scene *s, stage at) {
    switch (at) {
    case STAGE_BUFFER:
        return scene_buffer_is_right(s);
    case STAGE_DOWNLOAD:
        return scene_points_are_right(s);
    default:
        return scene_list_is_right(s, at == STAGE_TEXTURE);
    }
}

/* Drawing into the list is what can be compared; then the clipped draw that is timed warms up. */
static bool draw_first(bench *b, contender *c, hpyr_result *result) {
    if (!draw_open(b, c->pyramid, &c->draw, result))
        return false;
    if (*result == HPYR_OK)
        *result = draw_run(c->scene, c->pyramid, &c->draw, true);
    return true;
}

static bool extract_first(bench *b, contender *c, stage at) {
    hpyr_result result = HPYR_OK;
    if (!scene_wipe(b, c->scene))
        return false;
    if (at == STAGE_DRAW) {
        if (!draw_first(b, c, &result))
            return false;
    } else {
        result = run_stage(b, c, at, NULL);
    }
    if (is_refused(b, c, result, stage_names[at])) {
        c->stages &= ~(1u << at);
        return true;
    }
    if (!check(b, c, result, at))
        return false;
    char what[64];
    snprintf(what, sizeof what, "%s: the list differs from the oracle's", stage_names[at]);
    return is_right(c->scene, at) || went_wrong(c, what);
}

static bool run_first(bench *b, contender *c) {
    bool ok = build_first(b, c);
    if (ok && c->pyramid)
        ok = scene_expect(c->scene, hpyr_pyramid_resolved(c->pyramid)->order);
    for (stage at = STAGE_BUFFER; at < STAGES && ok && c->pyramid; at++)
        ok = !(c->stages & 1u << at) || extract_first(b, c, at);
    return ok;
}

/* ---- rows ---- */

static void take_medians(pyramid_row *r, contender *c, uint32_t runs) {
    for (stage at = STAGE_BUILD; at < STAGES; at++) {
        bool timed = c->stages & 1u << at;
        r->ms[at] = timed ? median_of(c->ms[at], runs) : NAN;
        r->gpu_ms[at] = timed && !isnan(c->gpu_ms[at][0]) ? median_of(c->gpu_ms[at], runs) : NAN;
    }
}

static bool append_row(bench *b, contender *c, uint32_t runs) {
    if (b->pyramid_count == b->pyramid_capacity) {
        size_t capacity = b->pyramid_capacity ? b->pyramid_capacity * 2 : 64;
        pyramid_row *grown = realloc(b->pyramid_rows, capacity * sizeof *grown);
        if (!grown)
            return error_set("out of memory");
        b->pyramid_rows = grown;
        b->pyramid_capacity = capacity;
    }
    const scene_desc *d = &c->scene->desc;
    pyramid_row *r = &b->pyramid_rows[b->pyramid_count++];
    memset(r, 0, sizeof *r);
    r->part = d->part;
    r->picture = d->picture;
    r->size[0] = d->width;
    r->size[1] = d->height;
    r->size[2] = d->depth;
    r->fill = d->draw ? (double)d->active / d->width / d->height : d->fill;
    r->total = c->scene->total;
    r->discriminator = d->costly ? "custom" : "threshold";
    r->desc = c->pyramid ? *hpyr_pyramid_resolved(c->pyramid) : c->desc;
    r->bytes = hpyr_pyramid_bytes(b->context, &c->desc);
    r->passes = c->pyramid ? layout_passes(&r->desc, false) : 0;
    r->runs = c->pyramid ? runs : 0;
    strcpy(r->reason, c->reason);
    take_medians(r, c, runs);
    return true;
}

/* ---- */

/* In turn, so that a machine that others use at times slows all of them down and not one. */
static bool time_group(bench *b, group *g) {
    uint32_t most = b->repeat ? b->repeat : BENCH_MOST_RUNS;
    double start = clock_ms();
    bool ok = true, enough = false;
    for (g->runs = 0; g->runs < most && !enough && ok; g->runs++) {
        for (size_t i = 0; i < g->count && ok; i++)
            ok = time_contender(b, &g->contenders[i], g->runs);
        ok = ok && (!g->interlude || g->interlude(b, g->user, g->runs + 1));
        enough = !b->repeat && g->runs + 1 >= BENCH_LEAST_RUNS && clock_ms() - start > b->budget_ms;
    }
    return ok;
}

bool group_measure(bench *b, group *g) {
    bool ok = true;
    for (size_t i = 0; i < g->count && ok; i++) {
        g->contenders[i].stages = g->stages;
        ok = run_first(b, &g->contenders[i]);
    }
    for (size_t i = 0; i < g->count; i++)
        scene_forget(g->contenders[i].scene);
    ok = ok && (!g->interlude || g->interlude(b, g->user, 0)) && time_group(b, g);
    for (size_t i = 0; i < g->count && ok; i++)
        ok = append_row(b, &g->contenders[i], g->runs);
    return ok;
}
