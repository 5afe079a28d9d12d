/* voxels_compare.c - the ways from a mesh to its points, timed beside each other.  SPDX-License-Identifier: MIT
 *
 * Machines change their speed while a benchmark runs. Every run therefore takes all contenders in turn, so that a slow second
 * hits all of them, and medians are compared. */
#include "voxels.h"

#include "voxels_cells.h"

#include "common/draw/draw.h"
#include "common/files/clock.h"
#include "common/files/median.h"
#include "common/platform/gl.h"
#include "common/voxels/hybrid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = sizeof(compared_times) / sizeof(double), MAX_CHOSEN_RUNS = 15 };

/* Without --repeat a comparison shall take about ROW_MS. Where the first run takes longer than PATIENCE_MS, and no more than one
 * is asked for, it is the only one. */
static const double ROW_MS = 2500, PATIENCE_MS = 5000;

typedef struct contest {
    library *library;
    const draw_mesh *mesh;
    copier *copy;
    pipeline slices, bits;
    bool has_slices, has_bits;
    hybrid cpu;
} contest;

/* Asks the library once more, for the result that pipeline_create has turned into words: what this GL cannot do is no failure
 * of the benchmark. */
static bool is_beyond(library *l, const pipeline_desc *desc) {
    hpyr_voxelizer_desc voxels = {0};
    voxels.width = desc->grid[0];
    voxels.height = desc->grid[1];
    voxels.depth = desc->grid[2];
    voxels.kind = desc->voxelizer;
    hpyr_voxelizer *voxelizer = NULL;
    l->logged[0] = '\0';
    hpyr_result result = hpyr_voxelizer_create(l->context, &voxels, &voxelizer);
    hpyr_voxelizer_destroy(voxelizer);
    const char *name = desc->voxelizer == HPYR_VOXELIZER_KIND_SLICES ? "slices" : "bits";
    library_check(l, result, name);
    return result == HPYR_ERROR_TOO_LARGE || result == HPYR_ERROR_UNSUPPORTED || result == HPYR_ERROR_OUT_OF_MEMORY;
}

static bool enter(contest *c, pipeline *p, bool *has, const pipeline_desc *desc, char *reason) {
    *has = pipeline_create(p, c->library, desc);
    if (*has)
        return true;
    pipeline_destroy(p);
    if (!is_beyond(c->library, desc))
        return false;
    size_t used = strlen(reason);
    snprintf(reason + used, ERROR_SIZE - used, "%s%s", used ? "; " : "", error_text());
    return true;
}

/* Needs the slices to have run. Its own first run pays for the driver's memory, up to ten times the read-back. */
static bool enter_cpu(contest *c) {
    double ignored[HYBRID_STAGE_COUNT];
    return hybrid_create(&c->cpu, &c->slices) && hybrid_run(&c->cpu, &c->slices, ignored);
}

static bool run_slices(contest *c, compared_times *out) {
    run_times times;
    double cpu[HYBRID_STAGE_COUNT];
    if (!pipeline_run(&c->slices, c->mesh, NULL, PIPELINE_LIST, &times) || (!c->cpu.pixels && !enter_cpu(c)) ||
        !hybrid_run(&c->cpu, &c->slices, cpu))
        return false;
    out->slices[PIPE_VOXELIZE] = times.wall[STAGE_VOXELIZE];
    out->slices[PIPE_BUILD] = times.wall[STAGE_BUILD];
    out->slices[PIPE_EXTRACT] = times.wall[STAGE_EXTRACT];
    out->slices[PIPE_TOTAL] = times.wall[STAGE_TOTAL];
    out->cpu[LOOP_READBACK] = cpu[HYBRID_READBACK];
    out->cpu[LOOP_SCAN] = cpu[HYBRID_SCAN];
    out->cpu[LOOP_TOTAL] = times.wall[STAGE_VOXELIZE] + cpu[HYBRID_READBACK] + cpu[HYBRID_SCAN];
    return true;
}

static bool run_bits(contest *c, compared_times *out) {
    run_times times;
    bool is_first = c->bits.total == 0; /* so that in a comparison of one run slices alone are cold */
    if ((is_first && !pipeline_run(&c->bits, c->mesh, NULL, PIPELINE_LIST, &times)) ||
        !pipeline_run(&c->bits, c->mesh, NULL, PIPELINE_LIST, &times))
        return false;
    out->bits[PIPE_VOXELIZE] = times.wall[STAGE_VOXELIZE];
    out->bits[PIPE_BUILD] = times.wall[STAGE_BUILD];
    out->bits[PIPE_EXTRACT] = times.wall[STAGE_EXTRACT];
    out->bits[PIPE_TOTAL] = times.wall[STAGE_TOTAL];
    return true;
}

static bool run_all(contest *c, double row[COLUMNS]) {
    compared_times times;
    for (int i = 0; i < COLUMNS; i++)
        row[i] = NAN;
    memcpy(&times, row, sizeof times);
    bool ok = (!c->has_slices || run_slices(c, &times)) && (!c->has_bits || run_bits(c, &times));
    times.copy = copier_run(c->copy);
    memcpy(row, &times, sizeof times);
    return ok;
}

/* OpenGL 2.1 has its points in floats. */
static void convert_points(hpyr_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        float values[4];
        memcpy(values, &points[i], sizeof values);
        points[i] = (hpyr_point){(uint32_t)values[0], (uint32_t)values[1], (uint32_t)values[2], (uint32_t)values[3]};
    }
}

/* The list as the timed stage leaves it, in its buffer. */
static hpyr_point *read_list(const pipeline *p) {
    hpyr_point *points = malloc(((size_t)p->total + 1) * sizeof *points);
    if (!points) {
        error_set("out of memory for %u points", (unsigned)p->total);
        return NULL;
    }
    if (!draw_read_buffer(p->library->gl, p->list_buffer, p->total * sizeof *points, points,
                          "reading the point list")) {
        free(points);
        return NULL;
    }
    if (p->library->gl < 33)
        convert_points(points, p->total);
    return points;
}

static bool check_bits(contest *c, cell_set *set) {
    hpyr_point *points = read_list(&c->bits);
    bool ok = points != NULL;
    /* Without slices there is still the volume itself, whose every bit must be in the list. */
    if (ok && !c->has_slices)
        ok = cell_set_read_volume(set, &c->bits);
    if (ok && !cell_set_tick_off(set, points, c->bits.total)) {
        ok = error_set("%ux%ux%u, %u triangles: the %u points of bits are not those of %s", (unsigned)set->width,
                       (unsigned)set->height, (unsigned)set->depth, (unsigned)c->mesh->triangle_count,
                       (unsigned)c->bits.total, c->has_slices ? "slices" : "their volume");
    }
    free(points);
    return ok;
}

/* No time counts before this: all lists hold the same cells, each once. */
static bool check(contest *c, const uint32_t grid[3]) {
    cell_set set = {0};
    hpyr_point *points = NULL;
    bool ok = cell_set_create(&set, grid);
    if (ok && c->has_slices) {
        points = read_list(&c->slices);
        ok = points &&
             ((cell_set_add(&set, points, c->slices.total) && cell_set_tick_off(&set, c->cpu.points, c->cpu.count) &&
               cell_set_add(&set, points, c->slices.total)) ||
              error_set("%ux%ux%u: the points of slices are not those that the CPU finds", (unsigned)grid[0],
                        (unsigned)grid[1], (unsigned)grid[2]));
    }
    ok = ok && (!c->has_bits || check_bits(c, &set));
    free(points);
    cell_set_destroy(&set);
    return ok;
}

static uint32_t choose_runs(double row_ms) {
    double fit = ROW_MS / row_ms;
    uint32_t runs = fit >= MAX_CHOSEN_RUNS ? MAX_CHOSEN_RUNS : fit >= 1 ? (uint32_t)fit : 1;
    return runs > 1 ? runs | 1 : 1; /* of an odd number the median is one of the runs */
}

/* Fills `table`, a row a run, and tells how many there are. */
static bool run_repeatedly(contest *c, comparison *out, uint32_t repeat, double *table) {
    double begin = clock_ms();
    if (!run_all(c, table))
        return false;
    out->cold = repeat <= 1 && clock_ms() - begin > PATIENCE_MS;
    if (!check(c, out->grid))
        return false;
    out->points = c->has_bits ? c->bits.total : c->slices.total;
    uint32_t runs = out->cold ? 1 : repeat > 0 ? repeat : MAX_CHOSEN_RUNS;
    for (uint32_t i = 0; i < runs && !out->cold; i++) {
        begin = clock_ms();
        if (!run_all(c, table + (size_t)i * COLUMNS))
            return false;
        if (i == 0 && repeat == 0)
            runs = choose_runs(clock_ms() - begin);
    }
    out->runs = runs;
    return true;
}

static bool take_medians(contest *c, comparison *out, uint32_t repeat) {
    size_t rows = repeat > MAX_CHOSEN_RUNS ? repeat : MAX_CHOSEN_RUNS;
    double *table = malloc((rows * COLUMNS + rows) * sizeof *table), medians[COLUMNS];
    if (!table)
        return error_set("out of memory for %u runs", (unsigned)rows);
    bool ok = run_repeatedly(c, out, repeat, table);
    double *column = table + rows * COLUMNS;
    for (size_t i = 0; i < COLUMNS && ok; i++) {
        for (size_t run = 0; run < out->runs; run++)
            column[run] = table[run * COLUMNS + i];
        medians[i] = isnan(column[0]) ? NAN : median_of(column, out->runs);
    }
    if (ok)
        memcpy(&out->ms, medians, sizeof out->ms);
    free(table);
    return ok;
}

bool compare(library *l, const draw_mesh *mesh, const uint32_t grid[3], uint32_t repeat, copier *copy,
             comparison *out) {
    contest c;
    memset(&c, 0, sizeof c);
    memset(out, 0, sizeof *out);
    c.library = l;
    c.mesh = mesh;
    c.copy = copy;
    memcpy(out->grid, grid, sizeof out->grid);
    out->triangles = mesh->triangle_count;
    pipeline_desc slices = {{grid[0], grid[1], grid[2]},
                            HPYR_VOXELIZER_KIND_SLICES,
                            HPYR_FILL_THIN,
                            HPYR_LAYOUT_SINGLE,
                            false,
                            &NAMES_OF_OPTIONS,
                            false};
    pipeline_desc bits = {{grid[0], grid[1], grid[2]},
                          HPYR_VOXELIZER_KIND_BITS,
                          HPYR_FILL_THIN,
                          HPYR_LAYOUT_BITS,
                          false,
                          &NAMES_OF_OPTIONS,
                          false};
    bool ok = enter(&c, &c.slices, &c.has_slices, &slices, out->reason) &&
              enter(&c, &c.bits, &c.has_bits, &bits, out->reason) && take_medians(&c, out, repeat);
    out->slices_bytes = ok && c.has_slices ? pipeline_bytes(&c.slices) : 0;
    out->bits_bytes = ok && c.has_bits ? pipeline_bytes(&c.bits) : 0;
    hybrid_destroy(&c.cpu);
    pipeline_destroy(&c.slices);
    pipeline_destroy(&c.bits);
    return ok;
}

double comparison_vs_slices(const comparison *c) {
    return c->ms.bits[PIPE_TOTAL] / c->ms.slices[PIPE_TOTAL];
}

double comparison_vs_cpu(const comparison *c) {
    return c->ms.bits[PIPE_TOTAL] / c->ms.cpu[LOOP_TOTAL];
}

double comparison_vs_copy(const comparison *c) {
    return c->ms.bits[PIPE_TOTAL] / c->ms.copy;
}
