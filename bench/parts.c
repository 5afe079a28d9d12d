/* parts.c - the pyramid against itself: layouts, fills, discriminators, clones, counts, volumes.  SPDX-License-Identifier: MIT */
#include "parts.h"

#include "measure.h"
#include "report.h"

typedef struct way {
    hpyr_layout layout;
    hpyr_order order;
    hpyr_base base;
    hpyr_count_format counts;
} way;

/* Every layout of an image with both bases; one order after the other, so that the oracle makes each list once. */
static const way IMAGE_WAYS[] = {
    {HPYR_LAYOUT_SINGLE, HPYR_ORDER_MORTON, HPYR_BASE_MERGED, 0},
    {HPYR_LAYOUT_SINGLE, HPYR_ORDER_MORTON, HPYR_BASE_SEPARATE, 0},
    {HPYR_LAYOUT_VEC4, HPYR_ORDER_MORTON, HPYR_BASE_MERGED, 0},
    {HPYR_LAYOUT_VEC4, HPYR_ORDER_MORTON, HPYR_BASE_SEPARATE, 0},
    {HPYR_LAYOUT_RECT, HPYR_ORDER_MORTON, HPYR_BASE_MERGED, 0},
    {HPYR_LAYOUT_RECT, HPYR_ORDER_MORTON, HPYR_BASE_SEPARATE, 0},
    {HPYR_LAYOUT_BILINEAR, HPYR_ORDER_MORTON, HPYR_BASE_MERGED, 0},
    {HPYR_LAYOUT_BILINEAR, HPYR_ORDER_MORTON, HPYR_BASE_SEPARATE, 0},
    {HPYR_LAYOUT_BITS, HPYR_ORDER_MORTON, HPYR_BASE_MERGED, 0},
    {HPYR_LAYOUT_BITS, HPYR_ORDER_MORTON, HPYR_BASE_SEPARATE, 0},
    {HPYR_LAYOUT_BITS, HPYR_ORDER_LINE, HPYR_BASE_MERGED, 0},
    {HPYR_LAYOUT_BITS, HPYR_ORDER_LINE, HPYR_BASE_SEPARATE, 0},
    {HPYR_LAYOUT_LINE, HPYR_ORDER_LINE, HPYR_BASE_MERGED, 0},
    {HPYR_LAYOUT_LINE, HPYR_ORDER_LINE, HPYR_BASE_SEPARATE, 0},
    {HPYR_LAYOUT_VOLUME, HPYR_ORDER_MORTON3, HPYR_BASE_MERGED, 0},
    {HPYR_LAYOUT_VOLUME, HPYR_ORDER_MORTON3, HPYR_BASE_SEPARATE, 0},
};

/* What a caller gets who names a layout and nothing else but the order. */
static const way DEFAULT_WAYS[] = {
    {HPYR_LAYOUT_SINGLE, HPYR_ORDER_MORTON, 0, 0},  {HPYR_LAYOUT_VEC4, HPYR_ORDER_MORTON, 0, 0},
    {HPYR_LAYOUT_RECT, HPYR_ORDER_MORTON, 0, 0},    {HPYR_LAYOUT_BILINEAR, HPYR_ORDER_MORTON, 0, 0},
    {HPYR_LAYOUT_BITS, HPYR_ORDER_MORTON, 0, 0},    {HPYR_LAYOUT_LINE, HPYR_ORDER_LINE, 0, 0},
    {HPYR_LAYOUT_VOLUME, HPYR_ORDER_MORTON3, 0, 0},
};

static const way COUNT_WAYS[] = {
    {HPYR_LAYOUT_SINGLE, HPYR_ORDER_MORTON, 0, HPYR_COUNT_FORMAT_UINT},
    {HPYR_LAYOUT_SINGLE, HPYR_ORDER_MORTON, 0, HPYR_COUNT_FORMAT_FLOAT},
    {HPYR_LAYOUT_VEC4, HPYR_ORDER_MORTON, 0, HPYR_COUNT_FORMAT_UINT},
    {HPYR_LAYOUT_VEC4, HPYR_ORDER_MORTON, 0, HPYR_COUNT_FORMAT_FLOAT},
    {HPYR_LAYOUT_RECT, HPYR_ORDER_MORTON, 0, HPYR_COUNT_FORMAT_UINT},
    {HPYR_LAYOUT_RECT, HPYR_ORDER_MORTON, 0, HPYR_COUNT_FORMAT_FLOAT},
    {HPYR_LAYOUT_BILINEAR, HPYR_ORDER_MORTON, 0, HPYR_COUNT_FORMAT_FLOAT},
    {HPYR_LAYOUT_BILINEAR, HPYR_ORDER_MORTON, 0, HPYR_COUNT_FORMAT_HALF},
    {HPYR_LAYOUT_LINE, HPYR_ORDER_LINE, 0, HPYR_COUNT_FORMAT_UINT},
    {HPYR_LAYOUT_LINE, HPYR_ORDER_LINE, 0, HPYR_COUNT_FORMAT_FLOAT},
    {HPYR_LAYOUT_VOLUME, HPYR_ORDER_MORTON3, 0, HPYR_COUNT_FORMAT_UINT},
    {HPYR_LAYOUT_VOLUME, HPYR_ORDER_MORTON3, 0, HPYR_COUNT_FORMAT_FLOAT},
};

/* VOLUME and COLUMN read a 3D texture, the others the same cells as they lie flat-3D. */
static const way VOLUME_WAYS[] = {
    {HPYR_LAYOUT_SINGLE, HPYR_ORDER_MORTON, 0, 0},
    {HPYR_LAYOUT_VEC4, HPYR_ORDER_MORTON, 0, 0},
    {HPYR_LAYOUT_RECT, HPYR_ORDER_MORTON, 0, 0},
    {HPYR_LAYOUT_BILINEAR, HPYR_ORDER_MORTON, 0, 0},
    {HPYR_LAYOUT_BITS, HPYR_ORDER_MORTON, 0, 0},
    {HPYR_LAYOUT_BITS, HPYR_ORDER_COLUMN, 0, 0},
    {HPYR_LAYOUT_LINE, HPYR_ORDER_LINE, 0, 0},
    {HPYR_LAYOUT_VOLUME, HPYR_ORDER_MORTON3, HPYR_BASE_MERGED, 0},
    {HPYR_LAYOUT_VOLUME, HPYR_ORDER_MORTON3, HPYR_BASE_SEPARATE, 0},
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum { MAX_SCENES = 4 };

/* Opens the scenes, measures all ways of all of them in turn, and prints the table. */
static bool run_part(bench *b, const scene_desc *descs, size_t scene_count, const way *ways, size_t way_count,
                     unsigned stages) {
    scene *scenes[MAX_SCENES] = {NULL};
    group g = {0};
    size_t first = b->pyramid_count;
    bool ok = true;
    g.stages = stages;
    for (size_t i = 0; i < scene_count && ok; i++) {
        scenes[i] = scene_open(b, &descs[i]);
        ok = scenes[i] != NULL;
        for (size_t k = 0; k < way_count && ok; k++) {
            const way *w = &ways[k];
            ok = group_add(b, &g, scenes[i], w->layout, w->order, w->base, w->counts);
        }
    }
    ok = ok && group_measure(b, &g);
    if (ok)
        report_rows(b, first, stages);
    group_free(&g);
    for (size_t i = 0; i < scene_count; i++)
        scene_close(scenes[i]);
    return ok;
}

static scene_desc image_of(const char *part, uint32_t side, double fill) {
    scene_desc d = {0};
    d.part = part;
    d.picture = "random";
    d.width = d.height = side;
    d.fill = fill;
    return d;
}

/* What the smaller parts take where a size or a fill was not asked for: the smallest image, 1 % or what is next to it. */
static scene_desc typical(const bench *b, const char *part) {
    double fill = b->fills[0];
    for (size_t i = 1; i < b->fill_count; i++)
        if (b->fills[i] <= 0.01)
            fill = b->fills[i];
    return image_of(part, b->sizes[0], fill);
}

bool bench_fills(bench *b) {
    report_title(b, "Layouts: random R8 images, THRESHOLD; all of one image in turn");
    bool ok = true;
    for (size_t i = 0; i < b->size_count; i++) {
        for (size_t k = 0; k < b->fill_count && ok; k++) {
            scene_desc d = image_of("fills", b->sizes[i], b->fills[k]);
            ok = run_part(b, &d, 1, IMAGE_WAYS, COUNT_OF(IMAGE_WAYS), STAGES_ALL);
        }
    }
    return ok;
}

/* At two fills: MERGED runs the discriminator again for every key. */
bool bench_discriminators(bench *b) {
    report_title(b, "Discriminators: THRESHOLD, and CUSTOM that reads 5x5 cells, each MERGED and SEPARATE");
    double fills[] = {typical(b, "").fill, b->fills[b->fill_count < 3 ? b->fill_count - 1 : 2]};
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(fills) && ok && !(i > 0 && fills[i] == fills[0]); i++) {
        scene_desc d[2];
        size_t first = b->pyramid_count;
        d[0] = d[1] = image_of("discriminators", b->sizes[0], fills[i]);
        d[1].costly = true;
        ok = run_part(b, d, 2, IMAGE_WAYS, COUNT_OF(IMAGE_WAYS), STAGES_ALL);
        if (ok)
            report_bases(b, first);
    }
    return ok;
}

bool bench_clones(bench *b) {
    report_title(b, "Clones: 1 and 4 keys for every active cell");
    scene_desc d[2];
    d[0] = d[1] = typical(b, "clones");
    d[1].clones = 4;
    return run_part(b, d, 2, DEFAULT_WAYS, COUNT_OF(DEFAULT_WAYS), STAGES_ALL);
}

bool bench_counts(bench *b) {
    report_title(b, "Count formats");
    scene_desc d = typical(b, "counts");
    return run_part(b, &d, 1, COUNT_WAYS, COUNT_OF(COUNT_WAYS), STAGES_ALL);
}

/* ---- volumes ---- */

static double per_cell(const pyramid_row *r, double ms) {
    return ms / ((double)r->size[0] * r->size[1] * r->size[2]);
}

static bool same_way(const pyramid_row *a, const pyramid_row *b) {
    return a->desc.layout == b->desc.layout && a->desc.order == b->desc.order && a->desc.base == b->desc.base;
}

/* Rows of odd cubes beside those of powers of two, where peers climb a staircase. */
static void find_stairs(bench *b, size_t first) {
    for (size_t i = first; i < b->pyramid_count; i++) {
        const pyramid_row *odd = &b->pyramid_rows[i];
        for (size_t k = first; k < b->pyramid_count && odd->size[0] != 128 && odd->size[0] != 256; k++) {
            const pyramid_row *even = &b->pyramid_rows[k];
            bool beside = even->size[0] == 128 || even->size[0] == 256;
            if (beside && same_way(odd, even) && odd->runs && even->runs && b->stair_count < MAX_STAIRS) {
                stair *s = &b->stairs[b->stair_count++];
                s->row = i;
                s->beside = k;
                s->build = per_cell(odd, odd->ms[STAGE_BUILD]) / per_cell(even, even->ms[STAGE_BUILD]);
                s->list = per_cell(odd, list_ms(odd->ms)) / per_cell(even, list_ms(even->ms));
            }
        }
    }
}

bool bench_volumes(bench *b) {
    static const uint32_t SIDES[] = {97, 128, 160, 256};
    report_title(b, "Volumes: random R8 cubes, THRESHOLD; all sizes and layouts in turn");
    scene_desc d[COUNT_OF(SIDES)];
    for (size_t i = 0; i < COUNT_OF(SIDES); i++) {
        d[i] = image_of("volumes", SIDES[i], 0.01);
        d[i].depth = SIDES[i];
    }
    size_t first = b->pyramid_count;
    double budget_ms = b->budget_ms;
    b->budget_ms *= 4; /* four scenes, and ratios that a bound is set to */
    bool ok = run_part(b, d, COUNT_OF(SIDES), VOLUME_WAYS, COUNT_OF(VOLUME_WAYS), STAGES_LIST);
    b->budget_ms = budget_ms;
    if (ok) {
        find_stairs(b, first);
        report_stairs(b);
    }
    return ok;
}
