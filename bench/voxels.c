/* voxels.c - from a mesh to its points: bits beside slices beside the CPU, and the paper's voxel counts.  SPDX-License-Identifier: MIT
 *
 * Ziegler et al. 2006, section 9, table 1: a teapot, Quadro FX Go 1400. */
#include "copier.h"
#include "parts.h"
#include "store.h"
#include "turns.h"

#include "common/draw/draw.h"
#include "common/mesh/mesh_load.h"
#include "common/voxels/hybrid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The whole pipeline: the mesh is there, the points end in a buffer. The CPU's total takes in the slices' voxelization, but no
 * upload: its points end in CPU memory. */
enum { GRID_X = ROW_OWN, GRID_Y, GRID_Z, TRIANGLES, POINTS, SLICES, BITS = SLICES + 4, CPU = BITS + 4, COPY = CPU + 3 };
enum {
    TO_SLICES = COPY + 1,
    TO_CPU,
    TO_COPY,
    CELL_RATES,
    POINT_RATES = CELL_RATES + 3,
    SLICES_BYTES = POINT_RATES + 3
};
enum { BITS_BYTES = SLICES_BYTES + 1, IS_COLD };

static const column TIMES[] = {{GRID_X, SIZE, "grid", "grid", 14},
                               {TRIANGLES, COUNT, "triangles", "triangles", 9},
                               {POINTS, COUNT, "points", "points", 8},
                               {ROW_RUNS, COUNT, "runs", "runs", 5},
                               {IS_COLD, TEXT, NULL, "", 1},
                               {SLICES, MS, "slices_single_ms.voxelize", "|voxelize", 8, 2},
                               {SLICES + 1, MS, "slices_single_ms.build", "build", 8, 2},
                               {SLICES + 2, MS, "slices_single_ms.extract", "extract", 8, 2},
                               {SLICES + 3, MS, "slices_single_ms.total", "total", 8, 2},
                               {BITS, MS, "bits_ms.voxelize", "|voxelize", 8, 2},
                               {BITS + 1, MS, "bits_ms.build", "build", 8, 2},
                               {BITS + 2, MS, "bits_ms.extract", "extract", 8, 2},
                               {BITS + 3, MS, "bits_ms.total", "total", 8, 2},
                               {CPU, MS, "cpu_ms.readback", "|readback", 8, 2},
                               {CPU + 1, MS, "cpu_ms.scan", "scan", 8, 2},
                               {CPU + 2, MS, "cpu_ms.total", "total", 8, 2},
                               {COPY, MS, "memcpy_ms", "|64 MB", 6, 2},
                               {0}};
static const column RATES[] = {{GRID_X, SIZE, NULL, "grid", 14},
                               {TRIANGLES, COUNT, NULL, "triangles", 9},
                               {TO_SLICES, NUMBER, NULL, "|slices", 9, 4},
                               {TO_CPU, NUMBER, NULL, "CPU", 9, 4},
                               {TO_COPY, NUMBER, NULL, "memcpy", 9, 4},
                               {CELL_RATES, NUMBER, "cells_per_second.slices_single", "|slices", 8, 0, 1e6},
                               {CELL_RATES + 1, NUMBER, "cells_per_second.bits", "bits", 8, 0, 1e6},
                               {CELL_RATES + 2, NUMBER, "cells_per_second.cpu", "CPU", 8, 0, 1e6},
                               {POINT_RATES, NUMBER, "points_per_second.slices_single", "|slices", 8, 0, 1e3},
                               {POINT_RATES + 1, NUMBER, "points_per_second.bits", "bits", 8, 0, 1e3},
                               {POINT_RATES + 2, NUMBER, "points_per_second.cpu", "CPU", 8, 0, 1e3},
                               {SLICES_BYTES, COUNT, "bytes.slices_single"},
                               {BITS_BYTES, COUNT, "bytes.bits"},
                               {SLICES_BYTES, NUMBER, NULL, "|slices", 8, 2, 1048576},
                               {BITS_BYTES, NUMBER, NULL, "bits", 8, 2, 1048576},
                               {ROW_REASON, TEXT, "reason"},
                               {0}};
const table voxels_table = {.key = "voxels", .columns = TIMES, .more = RATES};

/* One mesh in one grid, and who takes turns with it. */
typedef struct contest {
    bench *b;
    library *library;
    const draw_mesh *mesh;
    copier *copy;
    const uint32_t *grid;
    pipeline slices, bits;
    bool has_slices, has_bits;
    hybrid cpu;
    run_times slices_ms, bits_ms;
    double cpu_ms[HYBRID_STAGE_COUNT], cpu_total, copy_ms; /* of the last run */
    row *row;
} contest;

/* ---- who takes part ---- */

/* Asks the library once more, for the result that pipeline_create has turned into words: what this GL cannot do is no failure
 * of the benchmark. */
static bool is_beyond(library *l, const pipeline_desc *desc) {
    const hpyr_voxelizer_desc voxels = {
        .width = desc->grid[0], .height = desc->grid[1], .depth = desc->grid[2], .kind = desc->voxelizer};
    hpyr_voxelizer *voxelizer = NULL;
    l->logged[0] = '\0';
    hpyr_result result = hpyr_voxelizer_create(l->context, &voxels, &voxelizer);
    hpyr_voxelizer_destroy(voxelizer);
    const char *name = desc->voxelizer == HPYR_VOXELIZER_KIND_SLICES ? "slices" : "bits";
    library_check(l, result, name);
    return result == HPYR_ERROR_TOO_LARGE || result == HPYR_ERROR_UNSUPPORTED || result == HPYR_ERROR_OUT_OF_MEMORY;
}

/* What the GL has no room or no feature for is left out, with the reason. */
static bool enter(contest *c, pipeline *p, bool *has, hpyr_voxelizer_kind kind, hpyr_layout layout) {
    const uint32_t *g = c->grid;
    const pipeline_desc desc = {{g[0], g[1], g[2]}, kind, HPYR_FILL_THIN, layout, false, &NAMES_OF_OPTIONS, false};
    const char *reason = c->row->t[ROW_REASON];
    *has = pipeline_create(p, c->library, &desc);
    if (*has)
        return true;
    pipeline_destroy(p);
    if (!is_beyond(c->library, &desc))
        return false;
    c->row->t[ROW_REASON] = bench_text(c->b, "%s%s%s", reason ? reason : "", reason ? "; " : "", error_text());
    return true;
}

/* ---- what is timed ---- */

WAY_OF(run_slices, pipeline_run(&c->slices, c->mesh, NULL, PIPELINE_LIST, &c->slices_ms))

/* Its own first run pays for the driver's memory, up to ten times the read-back. */
static bool run_cpu(void *user) {
    contest *c = user;
    const bool is_first = !c->cpu.pixels;
    const bool ok = !is_first || (hybrid_create(&c->cpu, &c->slices) && hybrid_run(&c->cpu, &c->slices, c->cpu_ms));
    if (!ok || !hybrid_run(&c->cpu, &c->slices, c->cpu_ms))
        return false;
    c->cpu_total = c->slices_ms.wall[STAGE_VOXELIZE] + c->cpu_ms[HYBRID_READBACK] + c->cpu_ms[HYBRID_SCAN];
    return true;
}

/* Twice at first, so that in a comparison of one run slices alone are cold. */
static bool run_bits(void *user) {
    contest *c = user;
    const bool is_first = c->bits.total == 0;
    return (!is_first || pipeline_run(&c->bits, c->mesh, NULL, PIPELINE_LIST, &c->bits_ms)) &&
           pipeline_run(&c->bits, c->mesh, NULL, PIPELINE_LIST, &c->bits_ms);
}

WAY_THAT(run_copy, c->copy_ms = copier_run(c->copy))

/* ---- comparing ---- */

/* OpenGL 2.1 has its points in floats. */
static void convert_points(hpyr_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        float values[4];
        memcpy(values, &points[i], sizeof values);
        points[i] = (hpyr_point){(uint32_t)values[0], (uint32_t)values[1], (uint32_t)values[2], (uint32_t)values[3]};
    }
}

/* A point list in memory. */
typedef struct point_list {
    hpyr_point *points;
    uint32_t count;
} point_list;

/* The list as the timed stage leaves it, in its buffer. */
static bool read_list(store *s, const pipeline *p, point_list *out) {
    *out = (point_list){store_memory(s, p->total, sizeof *out->points), p->total};
    const bool ok = store_check(s) && draw_read_buffer(p->library->gl, p->list_buffer, p->total * sizeof *out->points,
                                                       out->points, "reading the point list");
    if (ok && p->library->gl < 33)
        convert_points(out->points, p->total);
    return ok;
}

/* The cells whose bits are set in the volume of `p`, a pipeline of bits deeper than 32: as many as it has listed, or too few of them. */
static bool read_volume(store *s, const pipeline *p, point_list *out) {
    const hpyr_texture *v = &p->volume;
    const size_t texels = (size_t)v->width * v->height * v->depth;
    uint32_t *words = store_memory(s, 4 * texels, sizeof *words);
    *out = (point_list){store_memory(s, p->total, sizeof *out->points), 0};
    if (v->format != HPYR_FORMAT_RGBA32UI || !store_check(s) || !store_read_texture(s->b, v, words))
        return error_set("the bits of the volume are not arranged as the benchmark reads them");
    for (size_t bit = 0; bit < 128 * texels; bit++)
        if (words[bit / 32] >> bit % 32 & 1u) {
            const uint32_t texel = (uint32_t)(bit / 128), x = texel % v->width, y = texel / v->width % v->height,
                           z = texel / v->width / v->height * 128 + (uint32_t)(bit % 128);
            if (out->count < p->total)
                out->points[out->count] = (hpyr_point){x, y, z, 0};
            out->count++;
        }
    return true;
}

static int compare_numbers(const void *a, const void *b) {
    const uint64_t *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

/* Sorted numbers of the points' cells; the largest number there is where a point is outside of the grid, or a second one of its cell. */
static uint64_t *sort_cells(const contest *c, store *s, const point_list *list) {
    uint64_t *cells = store_memory(s, list->count, sizeof *cells);
    for (uint32_t i = 0; cells && i < list->count; i++) {
        const hpyr_point *p = &list->points[i];
        const bool is_cell = p->x < c->grid[0] && p->y < c->grid[1] && p->z < c->grid[2] && p->remainder == 0;
        cells[i] = is_cell ? ((uint64_t)p->z * c->grid[1] + p->y) * c->grid[0] + p->x : UINT64_MAX;
    }
    if (cells)
        qsort(cells, list->count, sizeof *cells, compare_numbers);
    return cells;
}

/* Whether two lists hold the same cells of the grid, each once, in any order. */
static bool hold_the_same(const contest *c, store *s, const point_list *a, const point_list *b, const char *whose) {
    const uint64_t *cells = a->count == b->count ? sort_cells(c, s, a) : NULL,
                   *others = cells ? sort_cells(c, s, b) : NULL;
    bool same = others && memcmp(cells, others, a->count * sizeof *cells) == 0;
    for (uint32_t i = 0; i < a->count && same; i++)
        same = cells[i] != UINT64_MAX && (i == 0 || cells[i - 1] < cells[i]);
    return same || error_set("%ux%ux%u, %u triangles: %s", (unsigned)c->grid[0], (unsigned)c->grid[1],
                             (unsigned)c->grid[2], (unsigned)c->mesh->triangle_count, whose);
}

/* No time counts before this. Without slices there is still the volume itself, whose every bit must be in the list. */
static bool lists_are_right(void *user) {
    const contest *c = user;
    const point_list by_cpu = {c->cpu.points, c->cpu.count};
    point_list slices, bits;
    store s = {.b = c->b};
    bool ok = true;
    if (c->has_slices)
        ok = read_list(&s, &c->slices, &slices) &&
             hold_the_same(c, &s, &slices, &by_cpu, "the points of slices are not those that the CPU finds");
    else if (c->has_bits)
        ok = read_volume(&s, &c->bits, &slices);
    ok = ok && (!c->has_bits || (read_list(&s, &c->bits, &bits) &&
                                 hold_the_same(c, &s, &bits, &slices,
                                               c->has_slices ? "the points of bits are not those of slices"
                                                             : "the points of bits are not those of their volume")));
    store_free(&s);
    return ok;
}

#define TOLD(member) .told = offsetof(contest, member)
static const way WAYS[] = {{SLICES, false, run_slices, .counts = true, TOLD(slices_ms.wall[STAGE_VOXELIZE])},
                           {.cell = SLICES + 1, TOLD(slices_ms.wall[STAGE_BUILD])},
                           {.cell = SLICES + 2, TOLD(slices_ms.wall[STAGE_EXTRACT])},
                           {.cell = SLICES + 3, TOLD(slices_ms.wall[STAGE_TOTAL])},
                           {CPU, false, run_cpu, TOLD(cpu_ms[HYBRID_READBACK])},
                           {.cell = CPU + 1, TOLD(cpu_ms[HYBRID_SCAN])},
                           {.cell = CPU + 2, TOLD(cpu_total)},
                           {BITS, false, run_bits, .counts = true, TOLD(bits_ms.wall[STAGE_VOXELIZE])},
                           {.cell = BITS + 1, TOLD(bits_ms.wall[STAGE_BUILD])},
                           {.cell = BITS + 2, TOLD(bits_ms.wall[STAGE_EXTRACT])},
                           {.cell = BITS + 3, TOLD(bits_ms.wall[STAGE_TOTAL])},
                           {COPY, false, run_copy, lists_are_right, TOLD(copy_ms)}};
enum { WAY_COUNT = COUNT_OF(WAYS), SLICES_WAYS = 0x7F, BITS_WAYS = 0x780 };

/* ---- a comparison ---- */

/* Without --repeat a comparison shall take about ROW_MS. Where the first run takes longer than PATIENCE_MS, and no more than one
 * is asked for, it is the only one. */
static const double ROW_MS = 2500, PATIENCE_MS = 5000;

static bool take_turns(contest *c) {
    bench *b = c->b;
    player p = {.row = c->row, .ways = WAYS, .way_count = WAY_COUNT, .user = c};
    p.skipped = (c->has_slices ? 0 : SLICES_WAYS) | (c->has_bits ? 0 : BITS_WAYS);
    const double start = clock_ms();
    if (!turns_first(b, &p))
        return false;
    if (b->counts || b->repeat > 1 || clock_ms() - start <= PATIENCE_MS)
        return turns_take(b, &p, 1, &(turns){.least = 1, .budgets = ROW_MS / b->budget_ms});
    c->row->t[IS_COLD] = "*";
    turns_note_last(&p);
    return true;
}

static void note(contest *c) {
    double *n = c->row->n;
    const double cells = (double)c->grid[0] * c->grid[1] * c->grid[2];
    const double totals[3] = {n[SLICES + 3], n[BITS + 3], n[CPU + 2]};
    for (int i = 0; i < 3; i++) {
        n[GRID_X + i] = c->grid[i];
        n[CELL_RATES + i] = cells * 1e3 / totals[i];
        n[POINT_RATES + i] = (c->has_bits ? c->bits.total : c->slices.total) * 1e3 / totals[i];
    }
    n[TRIANGLES] = c->mesh->triangle_count;
    n[POINTS] = c->has_bits ? c->bits.total : c->has_slices ? c->slices.total : NAN;
    /* A closed mesh has half as many vertices as triangles. */
    n[ROW_LEAST] = 18 * n[TRIANGLES] + (double)sizeof(hpyr_point) * n[POINTS];
    n[TO_SLICES] = totals[1] / totals[0];
    n[TO_CPU] = totals[1] / totals[2];
    n[TO_COPY] = totals[1] / n[COPY];
    n[SLICES_BYTES] = c->has_slices ? (double)pipeline_bytes(&c->slices) : NAN;
    n[BITS_BYTES] = c->has_bits ? (double)pipeline_bytes(&c->bits) : NAN;
}

static bool compare(bench *b, library *l, const draw_mesh *mesh, const uint32_t grid[3], copier *copy, row *out) {
    contest c = {.b = b, .library = l, .mesh = mesh, .copy = copy, .grid = grid, .row = out};
    *out = row_of(&voxels_table);
    const bool ok = enter(&c, &c.slices, &c.has_slices, HPYR_VOXELIZER_KIND_SLICES, HPYR_LAYOUT_SINGLE) &&
                    enter(&c, &c.bits, &c.has_bits, HPYR_VOXELIZER_KIND_BITS, HPYR_LAYOUT_BITS) && take_turns(&c);
    if (ok)
        note(&c);
    hybrid_destroy(&c.cpu);
    pipeline_destroy(&c.slices);
    pipeline_destroy(&c.bits);
    return ok;
}

/* ---- the cases ---- */

/* What is voxelized, in which grid. */
typedef struct voxels_case {
    uint32_t grid[3], divisions; /* of a patch of the teapot, 64 times their squares triangles; 0: the model */
    bool is_long;                /* with --full alone */
    bool is_again;               /* the first one once more, which gets its figures: no two of the same shall differ */
} voxels_case;

/* Grids of the paper's textures, 4096x4096 texels, 2048x2048 and 1024x1024; cubes; and the teapot in finer and finer triangles. The cube
 * that the ratios are of is the paper's grid. */
enum { FIRST_CUBE = 3, RATIO_CUBE = 5, FIRST_TEAPOT = 8, CASES = 14 };

/* With a model the teapot is not the first one. */
static const voxels_case LIST[CASES] = {
    {{256, 256, 256}, 0, false, false},  {{128, 128, 256}, 0, false, false},   {{64, 64, 256}, 0, false, false},
    {{64, 64, 64}, 0, false, false},     {{128, 128, 128}, 0, false, false},   {{256, 256, 256}, 0, false, true},
    {{512, 512, 512}, 0, false, false},  {{1024, 1024, 1024}, 0, true, false}, {{256, 256, 256}, 7, false, true},
    {{256, 256, 256}, 13, false, false}, {{256, 256, 256}, 22, false, false},  {{256, 256, 256}, 40, false, false},
    {{256, 256, 256}, 68, true, false},  {{256, 256, 256}, 125, true, false},
};

enum { TEAPOT_DIVISIONS = 7 }; /* of the paper's */

/* `divisions` 0 is the model. */
static bool upload(const bench *b, const library *l, uint32_t divisions, draw_mesh *out) {
    mesh_fit fit = mesh_fit_none();
    mesh loaded = {0};
    const bool is_file = divisions == 0 && b->model;
    bool ok = is_file ? mesh_load(b->model, &loaded, NULL)
                      : mesh_make_teapot(&loaded, divisions ? divisions : TEAPOT_DIVISIONS) ||
                            error_set("out of memory for a teapot");
    if (ok && is_file)
        fit = mesh_fit_box(&loaded, 1.8);
    ok = ok && draw_mesh_upload(out, &loaded, &fit, l->gl);
    mesh_free(&loaded);
    return ok;
}

/* Where draws are counted, two cubes are enough. */
static bool is_planned(const bench *b, size_t i) {
    return b->counts ? i == FIRST_CUBE || i == FIRST_CUBE + 1 : !LIST[i].is_long || b->is_full;
}

/* `first` is the row of the first case. */
static bool run_case(bench *b, library *l, copier *copy, const voxels_case *c, size_t first) {
    const bool is_again = c->is_again && !(c->divisions && b->model);
    row r;
    draw_mesh drawn;
    memset(&drawn, 0, sizeof drawn);
    if (is_again)
        r = b->rows[first];
    const bool ok = is_again || (upload(b, l, c->divisions, &drawn) && compare(b, l, &drawn, c->grid, copy, &r));
    if (drawn.positions) /* else GL has nothing of it */
        draw_mesh_free(&drawn);
    return ok && bench_keep(b, &r);
}

static void print_paper(const bench *b, size_t first) {
    static const unsigned COUNTS[FIRST_CUBE] = {33989, 8595, 2130}, PAPER_MS = 470;
    fprintf(b->stream,
            "\n  Table 1 of 2006, by slices; \"paper\": a teapot on a Quadro FX Go 1400\n  %-14s %14s %12s %14s %12s\n",
            "grid", "paper: voxels", "ours", "paper: drawn", "ours");
    for (size_t i = 0; i < FIRST_CUBE; i++) {
        const double *n = b->rows[first + i].n;
        char grid[40], drawn[32] = "-";
        snprintf(grid, sizeof grid, "%.0fx%.0fx%.0f", n[GRID_X], n[GRID_Y], n[GRID_Z]);
        if (!isnan(n[SLICES]))
            snprintf(drawn, sizeof drawn, "%.2f ms", n[SLICES]);
        fprintf(b->stream, "  %-14s %14u %12.0f %11u ms %12s\n", grid, COUNTS[i], n[POINTS], PAPER_MS, drawn);
    }
}

static void print_table(const bench *b, const char *title, size_t first) {
    const row *r = &b->rows[first];
    fprintf(b->stream, "\n%s\n  ms: slices + SINGLE | bits + BITS | slices, CPU | a memcpy\n", title);
    table_print(b->stream, TIMES, b->rows, first, b->row_count);
    fprintf(b->stream, "\n  bits + BITS over the others | million cells/s | thousand points/s | MiB of GL memory\n");
    table_print(b->stream, RATES, b->rows, first, b->row_count);
    for (; r < b->rows + b->row_count; r++) {
        if (isnan(r->n[SLICES_BYTES]) && !isnan(r->n[BITS_BYTES]))
            fprintf(b->stream,
                    "  %.0fx%.0fx%.0f: the list of bits was compared with the volume's bits, not with slices\n",
                    r->n[GRID_X], r->n[GRID_Y], r->n[GRID_Z]);
        if (r->t[IS_COLD])
            fprintf(b->stream, "  * one run, not warmed up: the slices take many seconds\n");
    }
}

static bool run_all(bench *b, library *l, copier *copy) {
    static const char *const TITLES[] = {NULL, "Grids", "Meshes: the teapot in finer and finer triangles"};
    static const size_t ENDS[] = {FIRST_CUBE, FIRST_TEAPOT, CASES};
    const size_t begin = b->row_count;
    for (size_t shown = 0, i = 0; shown < COUNT_OF(ENDS); shown++) {
        const size_t first = b->row_count;
        for (; i < ENDS[shown]; i++)
            if (is_planned(b, i) && !run_case(b, l, copy, &LIST[i], begin))
                return false;
        if (TITLES[shown])
            print_table(b, TITLES[shown], first);
        else if (!b->model && !b->counts)
            print_paper(b, first);
    }
    return true;
}

bool bench_voxels(bench *b) {
    library l = {.gl = 0};
    copier copy = {0};
    bench_title(b, "Voxels: the whole way from a mesh to its points in a buffer (CPU: in memory); the ways take turns "
                   "in every run, and all point lists were compared first");
    const bool ok = library_open(&l, bench_gl(b)) && copier_create(&copy) && run_all(b, &l, &copy);
    copier_destroy(&copy);
    library_close(&l);
    return ok;
}

void voxels_ratios(const bench *b, json *j) {
    const row none = row_of(&voxels_table), *r = &none;
    size_t seen = 0;
    for (size_t i = 0; i < b->row_count; i++)
        if (b->rows[i].table == &voxels_table && seen++ == RATIO_CUBE)
            r = &b->rows[i];
    json_number(j, "voxels_to_slices", r->n[TO_SLICES]);
    json_number(j, "voxels_to_cpu", r->n[TO_CPU]);
    json_number(j, "voxels_to_memcpy", r->n[TO_COPY]);
}
