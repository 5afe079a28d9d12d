/* measure.c - times pyramids in turn, each after its lists were compared with the oracle's.  SPDX-License-Identifier: MIT */
#include "measure.h"

#include "shaders.h"

#include "common/draw/draw.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const column COLUMNS[] = {{PART, TEXT, "part"},
                                 {PICTURE, TEXT, "picture"},
                                 {WIDTH, SIZE, "size"},
                                 {FILL, NUMBER, "fill"},
                                 {DISCRIMINATOR, TEXT, "discriminator"},
                                 {CLONES, COUNT, "clones"},
                                 {TOTAL, COUNT, "total"},
                                 WAY_COLUMNS,
                                 {COUNTS, TEXT, "counts", "counts", 7},
                                 {BYTES, COUNT, "bytes"},
                                 {PASSES, COUNT, "passes"},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {BUILD, MS, "ms.build", "build", 9, 3},
                                 {FIND_TOTAL, MS, "ms.total", "total", 9, 3},
                                 {BUFFER, MS, "ms.buffer", "buffer", 9, 3},
                                 {TEXTURE, MS, "ms.texture", "texture", 9, 3},
                                 {DOWNLOAD, MS, "ms.download", "download", 9, 3},
                                 {DRAW, MS, "ms.draw", "draw", 9, 3},
                                 {GPU_BUILD, MS, "gpu_ms.build"},
                                 {GPU_BUILD + 1, MS, "gpu_ms.total"},
                                 {GPU_BUILD + 2, MS, "gpu_ms.buffer"},
                                 {GPU_BUILD + 3, MS, "gpu_ms.texture"},
                                 {GPU_BUILD + 4, MS, "gpu_ms.download"},
                                 {GPU_BUILD + 5, MS, "gpu_ms.draw"},
                                 {LIST, MS, NULL, "|list", 9, 3},
                                 {BYTES, NUMBER, NULL, "MiB", 9, 2, 1048576},
                                 {PASSES, COUNT, NULL, "passes", 6},
                                 {MARK, TEXT, NULL, "", 1},
                                 {ROW_REASON, TEXT, "reason"},
                                 {0}};
const table pyramids_table = {.key = "runs", .columns = COLUMNS};

/* ---- a program that draws a point list straight from the pyramid ---- */

typedef struct traversal {
    uint32_t program, vertex_array;
    int32_t side_location;
} traversal;

static bool link(bench *b, traversal *t, const char *snippet) {
    static const char *const ATTRIBUTES[] = {"a_hpyr_vertex", NULL};
    const painter p = {.gl = bench_gl(b)};
    const draw_program_desc desc = {.files = bench_shaders,
                                    .vertex = {snippet, "draw.vert.glsl"},
                                    .fragment = {"draw.frag.glsl"},
                                    .attributes = bench_has_floats(b) ? ATTRIBUTES : NULL,
                                    .has_own_outputs = true};
    t->program = draw_program(&p, &desc);
    t->side_location = t->program ? draw_uniform(t->program, "u_side") : -1;
    return t->program != 0;
}

/* Compiles it for a pyramid that has been built. A result that is not OK is the library's answer to hpyr_pyramid_glsl; false is
 * error_text(), a text that the driver does not take. */
static bool draw_open(bench *b, const hpyr_pyramid *pyramid, traversal *t, hpyr_result *result) {
    size_t needed = 0;
    *result = hpyr_pyramid_glsl(pyramid, NULL, NULL, 0, &needed);
    if (*result != HPYR_TRUNCATED)
        return true;
    char *snippet = malloc(needed);
    if (!snippet)
        return error_set("out of memory");
    *result = hpyr_pyramid_glsl(pyramid, NULL, snippet, needed, NULL);
    bool ok = *result != HPYR_OK || link(b, t, snippet);
    free(snippet);
    if (ok && !bench_has_floats(b))
        glGenVertexArrays(1, &t->vertex_array);
    return ok;
}

static void draw_close(traversal *t) {
    glDeleteProgram(t->program);
    if (t->vertex_array)
        glDeleteVertexArrays(1, &t->vertex_array);
}

/* Draws all keys: clipped, or where `visible` into the scene's list. Includes binding and unbinding. */
static hpyr_result draw_run(const scene *s, hpyr_pyramid *pyramid, const traversal *t, bool visible) {
    framebuffer_bind(s->gl, s->framebuffer);
    glViewport(0, 0, (GLsizei)s->list.width, (GLsizei)s->list.height);
    if (t->vertex_array)
        glBindVertexArray(t->vertex_array);
    hpyr_result result = hpyr_pyramid_bind(pyramid, t->program, NULL, 0, NULL);
    if (result == HPYR_OK) {
        glUniform1f(t->side_location, visible ? (float)s->list.width : 0.0f);
        result = hpyr_pyramid_draw(pyramid, GL_POINTS, 0, HPYR_ALL, 1, NULL);
        hpyr_result unbound = hpyr_pyramid_unbind(pyramid);
        result = result == HPYR_OK ? unbound : result;
    }
    if (t->vertex_array)
        glBindVertexArray(0);
    framebuffer_bind(s->gl, 0);
    return result;
}

/* ---- contenders ---- */

struct contender {
    bench *b;
    scene *scene;
    row row;
    hpyr_pyramid_desc desc;
    unsigned stages; /* less what was refused */
    hpyr_pyramid *pyramid;
    traversal draw;
    uint32_t total;
};

enum {
    BASES = PYRAMIDS_BASES,
    CUBES = PYRAMIDS_CUBES,
    USUAL = PYRAMIDS_DEFAULTS | CUBES | PYRAMIDS_PAPER,
    COUNTED = BASES | USUAL | PYRAMIDS_FORMATS
};

/* One order after the other, so that the oracle makes each list once. */
static const struct {
    hpyr_layout layout;
    hpyr_order order;
    unsigned tables;
} PYRAMIDS[] = {
    {HPYR_LAYOUT_SINGLE, HPYR_ORDER_MORTON, COUNTED},
    {HPYR_LAYOUT_VEC4, HPYR_ORDER_MORTON, COUNTED},
    {HPYR_LAYOUT_RECT, HPYR_ORDER_MORTON, COUNTED},
    {HPYR_LAYOUT_BILINEAR, HPYR_ORDER_MORTON, COUNTED},
    {HPYR_LAYOUT_BITS, HPYR_ORDER_MORTON, BASES | USUAL | PYRAMIDS_BITS},
    {HPYR_LAYOUT_BITS, HPYR_ORDER_LINE, BASES | PYRAMIDS_BITS | PYRAMIDS_PAPER},
    {HPYR_LAYOUT_BITS, HPYR_ORDER_COLUMN, CUBES},
    {HPYR_LAYOUT_LINE, HPYR_ORDER_LINE, COUNTED},
    {HPYR_LAYOUT_VOLUME, HPYR_ORDER_MORTON3, COUNTED & ~PYRAMIDS_PAPER},
};

static bool add(bench *b, group *g, scene *s, const hpyr_pyramid_desc *way) {
    contender *grown = bench_grow(g->contenders, g->count, sizeof *grown);
    if (!grown)
        return false;
    g->contenders = grown;
    contender *c = &g->contenders[g->count++];
    *c = (contender){.b = b, .scene = s, .row = row_of(&pyramids_table), .desc = *way, .stages = g->stages};
    c->total = s->total;
    c->desc.width = s->desc.width;
    c->desc.height = s->desc.height;
    c->desc.depth = s->desc.depth;
    c->desc.tiles_x = s->map.tiles_x;
    c->desc.clones = s->desc.clones;
    return true;
}

bool group_add(bench *b, group *g, scene *s, unsigned of) {
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(PYRAMIDS); i++) {
        hpyr_pyramid_desc way = {.layout = PYRAMIDS[i].layout, .order = PYRAMIDS[i].order};
        const bool has_bases = of == BASES || (of == CUBES && way.layout == HPYR_LAYOUT_VOLUME),
                   is_bilinear = way.layout == HPYR_LAYOUT_BILINEAR,
                   is_there = PYRAMIDS[i].tables & of && bench_wants(b, way.layout);
        const int variants = !is_there ? 0 : has_bases || of == PYRAMIDS_FORMATS ? 2 : 1;
        for (int k = 0; k < variants && ok; k++) {
            if (has_bases)
                way.base = k ? HPYR_BASE_SEPARATE : HPYR_BASE_MERGED;
            if (of == PYRAMIDS_FORMATS) /* this one and the next */
                way.count_format = (hpyr_count_format)((int)HPYR_COUNT_FORMAT_UINT + is_bilinear + k);
            ok = add(b, g, s, &way);
        }
    }
    return ok;
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
static bool is_refused(contender *c, hpyr_result result, const char *what) {
    const hpyr_pyramid_desc *resolved = c->pyramid ? hpyr_pyramid_resolved(c->pyramid) : &c->desc;
    bool allowed = result == HPYR_ERROR_UNSUPPORTED || result == HPYR_ERROR_TOO_LARGE ||
                   (result == HPYR_ERROR_OVERFLOW && c->scene->total > largest_total(resolved));
    if (allowed) {
        bench *b = c->b;
        c->row.t[ROW_REASON] = bench_text(b, "%s%s%s%s%s", what, *what ? ": " : "", hpyr_result_string(result),
                                          b->logged[0] ? ": " : "", b->logged);
        b->logged[0] = '\0';
    }
    return allowed;
}

static bool went_wrong(const contender *c, const char *what) {
    const hpyr_pyramid_desc *d = &c->desc;
    return error_set("%s, %ux%ux%u, %u points: %s", name_of_layout(d->layout), (unsigned)d->width, (unsigned)d->height,
                     (unsigned)d->depth, (unsigned)c->scene->total, what);
}

static bool check(const contender *c, hpyr_result result, const char *stage) {
    char what[ERROR_SIZE / 2];
    snprintf(what, sizeof what, "%s: %s: %.300s", stage, hpyr_result_string(result), c->b->logged);
    return result == HPYR_OK ? c->total == c->scene->total || went_wrong(c, "the total differs from the oracle's")
                             : went_wrong(c, what);
}

/* ---- stages ---- */

static const char *const STAGE_NAMES[STAGES] = {"build", "total", "buffer", "texture", "download", "draw"};

/* `stage` is a cell. */
static hpyr_result run_stage(contender *c, int stage) {
    scene *s = c->scene;
    switch (stage) {
    case BUILD:
        return hpyr_pyramid_build(c->pyramid, s->desc.costly ? c->b->costly : c->b->cheap, scene_input(s, &c->desc));
    case FIND_TOTAL:
        return hpyr_pyramid_total(c->pyramid, &c->total);
    case BUFFER:
        return hpyr_pyramid_extract_buffer(c->pyramid, 0, HPYR_ALL, s->buffer, 0, 0, NULL);
    case TEXTURE:
        return hpyr_pyramid_extract_texture(c->pyramid, 0, HPYR_ALL, &s->list, NULL);
    case DOWNLOAD:
        return hpyr_pyramid_download(c->pyramid, 0, HPYR_ALL, s->points, s->total, 0, NULL);
    default:
        return draw_run(s, c->pyramid, &c->draw, false);
    }
}

/* What is timed. */
#define TIMED(stage)                                                                                                   \
    static bool time_##stage(void *user) {                                                                             \
        return check(user, run_stage(user, stage), STAGE_NAMES[stage - BUILD]);                                        \
    }
TIMED(BUILD)
TIMED(FIND_TOTAL)
TIMED(BUFFER)
TIMED(TEXTURE)
TIMED(DOWNLOAD)
TIMED(DRAW)

static const way WAYS[STAGES] = {{BUILD, true, time_BUILD, .gpu = GPU_BUILD},
                                 {FIND_TOTAL, true, time_FIND_TOTAL, .gpu = GPU_BUILD + 1},
                                 {BUFFER, true, time_BUFFER, .gpu = GPU_BUILD + 2},
                                 {TEXTURE, false, time_TEXTURE, .gpu = GPU_BUILD + 3},
                                 {DOWNLOAD, false, time_DOWNLOAD, .gpu = GPU_BUILD + 4},
                                 {DRAW, false, time_DRAW, .gpu = GPU_BUILD + 5}};

/* ---- the first run, which is checked ---- */

static bool build_first(contender *c) {
    hpyr_result result = hpyr_pyramid_create(c->b->context, &c->desc, &c->pyramid);
    for (int stage = BUILD; stage <= FIND_TOTAL && result == HPYR_OK; stage++)
        result = run_stage(c, stage);
    if (!is_refused(c, result, ""))
        return check(c, result, "build and total");
    hpyr_pyramid_destroy(c->pyramid);
    c->pyramid = NULL;
    c->stages = 0;
    return true;
}

/* Drawing into the list is what can be compared; then the clipped draw that is timed warms up. */
static hpyr_result draw_first(contender *c) {
    hpyr_result result = HPYR_OK;
    if (!draw_open(c->b, c->pyramid, &c->draw, &result))
        return HPYR_ERROR_GL;
    return result == HPYR_OK ? draw_run(c->scene, c->pyramid, &c->draw, true) : result;
}

static bool is_right(const scene *s, int stage) {
    return stage == BUFFER     ? scene_buffer_is_right(s)
           : stage == DOWNLOAD ? scene_points_are_right(s)
                               : scene_list_is_right(s, stage == TEXTURE);
}

static bool extract_first(contender *c, int stage) {
    const char *name = STAGE_NAMES[stage - BUILD];
    char what[64];
    error_clear();
    if (!scene_wipe(c->b, c->scene))
        return false;
    const hpyr_result result = stage == DRAW ? draw_first(c) : run_stage(c, stage);
    if (*error_text()) /* of a program that does not compile */
        return false;
    if (is_refused(c, result, name)) {
        c->stages &= ~(1u << (stage - BUILD));
        return true;
    }
    snprintf(what, sizeof what, "%s: the list differs from the oracle's", name);
    return check(c, result, name) && (is_right(c->scene, stage) || went_wrong(c, what));
}

static bool run_first(contender *c) {
    bool ok = build_first(c);
    if (ok && c->pyramid)
        ok = scene_expect(c->scene, hpyr_pyramid_resolved(c->pyramid)->order);
    for (int stage = BUFFER; stage <= DRAW && ok && c->pyramid; stage++)
        ok = !(c->stages >> (stage - BUILD) & 1u) || extract_first(c, stage);
    return ok;
}

/* ---- rows ---- */

static void note_way(row *r, const hpyr_pyramid_desc *d) {
    static const char *const ORDERS[] = {"DEFAULT", "MORTON", "LINE", "MORTON3", "COLUMN"};
    static const char *const BASES[] = {"DEFAULT", "SEPARATE", "MERGED"};
    static const char *const FORMATS[] = {"DEFAULT", "UINT", "FLOAT", "HALF"};
    r->t[LAYOUT] = name_of_layout(d->layout);
    r->t[ORDER] = ORDERS[d->order];
    r->t[BASE] = BASES[d->base];
    r->t[COUNTS] = FORMATS[d->count_format];
    r->n[CLONES] = d->clones;
}

static bool keep(contender *c) {
    const scene_desc *d = &c->scene->desc;
    row *r = &c->row;
    note_way(r, c->pyramid ? hpyr_pyramid_resolved(c->pyramid) : &c->desc);
    r->t[PART] = d->part;
    r->t[PICTURE] = d->picture;
    r->t[DISCRIMINATOR] = d->costly ? "custom" : "threshold";
    r->n[WIDTH] = d->width;
    r->n[HEIGHT] = d->height;
    r->n[DEPTH] = d->depth;
    r->n[FILL] = d->draw ? (double)d->active / d->width / d->height : d->fill;
    r->n[TOTAL] = c->scene->total;
    r->n[ROW_LEAST] = r->n[WIDTH] * r->n[HEIGHT] * fmax(r->n[DEPTH], 1) * (d->draw ? 4 : 1) +
                      r->n[TOTAL] * (double)sizeof(hpyr_point);
    r->n[BYTES] = (double)hpyr_pyramid_bytes(c->b->context, &c->desc);
    r->n[PASSES] = c->pyramid ? layout_passes(hpyr_pyramid_resolved(c->pyramid), false) : 0;
    r->n[ROW_RUNS] = c->pyramid ? r->n[ROW_RUNS] : 0;
    r->n[LIST] = r->n[BUILD] + r->n[FIND_TOTAL] + r->n[BUFFER];
    return bench_keep(c->b, r);
}

bool group_measure(bench *b, group *g) {
    const size_t count = g->count + g->guest_count;
    player *players = calloc(count, sizeof *players);
    bool ok = players || error_set("out of memory");
    for (size_t i = 0; i < g->count && ok; i++) {
        contender *c = &g->contenders[i];
        ok = run_first(c);
        players[i] = (player){.row = &c->row, .ways = WAYS, .way_count = STAGES, .user = c, .skipped = ~c->stages};
    }
    for (size_t i = 0; i < g->guest_count && ok; i++) {
        players[g->count + i] = g->guests[i];
        ok = turns_first(b, &g->guests[i]);
    }
    for (size_t i = 0; i < g->count; i++)
        scene_forget(g->contenders[i].scene);
    ok = ok && turns_take(b, players, count, &(turns){0});
    for (size_t i = 0; i < g->count && ok; i++)
        ok = keep(&g->contenders[i]);
    free(players);
    return ok;
}

/* ---- tables ---- */

static bool same_text(const row *a, const row *b, int cell) {
    return strcmp(a->t[cell], b->t[cell]) == 0;
}

bool pyramids_same_way(const row *a, const row *b) {
    return same_text(a, b, LAYOUT) && same_text(a, b, ORDER) && same_text(a, b, BASE);
}

bool pyramids_same_scene(const row *a, const row *b) {
    return a->table == b->table && memcmp(&a->n[WIDTH], &b->n[WIDTH], 3 * sizeof *a->n) == 0 &&
           a->n[FILL] == b->n[FILL] && a->n[CLONES] == b->n[CLONES] && same_text(a, b, DISCRIMINATOR);
}

/* A reason is told once for a pyramid; it stays in the files. */
static bool was_told(const bench *b, const row *r) {
    bool told = false;
    for (const row *earlier = b->rows; earlier < r && r->n[ROW_RUNS] == 0; earlier++)
        told = told || (earlier->table == r->table && earlier->n[ROW_RUNS] == 0 && same_text(earlier, r, LAYOUT) &&
                        same_text(earlier, r, ROW_REASON));
    return told;
}

/* Rows [first, end) are of one scene. */
static void print_scene(const bench *b, size_t first, size_t end) {
    const row *r = &b->rows[first];
    row *fastest = NULL;
    double runs = 0;
    for (size_t i = first; i < end; i++) {
        row *at = &b->rows[i];
        runs = fmax(runs, at->n[ROW_RUNS]);
        at->was_told = was_told(b, at);
        if (!isnan(at->n[LIST]) && (!fastest || at->n[LIST] < fastest->n[LIST]))
            fastest = at;
    }
    if (fastest)
        fastest->t[MARK] = "*";
    fprintf(b->stream, r->n[DEPTH] > 1 ? "  %.0fx%.0fx%.0f" : "  %.0fx%.0f", r->n[WIDTH], r->n[HEIGHT], r->n[DEPTH]);
    fprintf(b->stream, ", %g %% active, %s%s: %.0f keys; ms, medians of %.0f run%s\n", 100 * r->n[FILL],
            strcmp(r->t[DISCRIMINATOR], "custom") == 0 ? "CUSTOM 5x5" : "THRESHOLD", r->n[CLONES] > 1 ? ", cloned" : "",
            r->n[TOTAL], runs, runs > 1 ? "s" : "");
    table_print(b->stream, COLUMNS, b->rows, first, end);
}

void pyramids_print(const bench *b, size_t first) {
    while (first < b->row_count) {
        size_t end = first + 1;
        while (end < b->row_count && pyramids_same_scene(&b->rows[first], &b->rows[end]))
            end++;
        print_scene(b, first, end);
        first = end;
    }
}
