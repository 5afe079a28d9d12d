/* bench.c - the paper's tables 1 to 4, its numbers and ours; then bits beside slices beside the CPU.
 * SPDX-License-Identifier: MIT
 *
 * Ziegler et al. 2006, section 9: Quadro FX Go 1400 on PCI Express, Pentium M 2.13 GHz; the AGP figures are of a
 * GeForce 6600 with an Athlon XP2400. */
#include "bench.h"

#include "bench_report.h"
#include "measure.h"

#include "common/mesh/teapot.h"
#include "common/platform/gl.h"
#include "common/voxels/layout_choices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GRID_COUNT = 3, SIDE_COUNT = 5, TEAPOT_COUNT = 6, RATIO_SIDE = 2 };

/* Sizes of the paper's textures: 4096x4096, 2048x2048, 1024x1024. */
static const uint32_t GRIDS[GRID_COUNT][3] = {{256, 256, 256}, {128, 128, 256}, {64, 64, 256}};

/* The comparison's cubes; the one that the ratios are of is the paper's. */
static const uint32_t SIDES[SIDE_COUNT] = {64, 128, 256, 512, 1024};

/* Divisions of a patch: 64 times their squares triangles, 3 136 to 1 000 000. */
static const uint32_t TEAPOTS[TEAPOT_COUNT] = {7, 13, 22, 40, 68, 125};

typedef struct row {
    const char *name;
    const char *cells[GRID_COUNT];
} row;

static void print_title(FILE *stream, const char *title) {
    fprintf(stream, "\n%s\n  %-30s %14s %14s %14s\n", title, "", "4096x4096", "2048x2048", "1024x1024");
}

static void print_paper(FILE *stream, const row *r) {
    fprintf(stream, "  %-30s %14s %14s %14s\n", r->name, r->cells[0], r->cells[1], r->cells[2]);
}

static void print_ms(FILE *stream, const char *name, const double ms[GRID_COUNT]) {
    fprintf(stream, "  %-30s", name);
    for (int i = 0; i < GRID_COUNT; i++) {
        char cell[32];
        snprintf(cell, sizeof cell, isnan(ms[i]) ? "-" : "%.2f ms", ms[i]);
        fprintf(stream, " %14s", cell);
    }
    fprintf(stream, "\n");
}

static void print_wall(FILE *stream, const char *name, const measurement m[GRID_COUNT], int stage) {
    double ms[GRID_COUNT];
    for (int i = 0; i < GRID_COUNT; i++)
        ms[i] = m[i].times.wall[stage];
    print_ms(stream, name, ms);
}

static void print_gpu(FILE *stream, const char *name, const measurement m[GRID_COUNT], int stage) {
    char title[64];
    double ms[GRID_COUNT];
    for (int i = 0; i < GRID_COUNT; i++) {
        if (!measurement_has_gpu(&m[i]))
            return;
        ms[i] = m[i].times.gpu[stage];
    }
    snprintf(title, sizeof title, "%s, GPU time", name);
    print_ms(stream, title, ms);
}

static void print_cpu(FILE *stream, const char *name, const measurement m[GRID_COUNT], int stage) {
    double ms[GRID_COUNT];
    for (int i = 0; i < GRID_COUNT; i++)
        ms[i] = m[i].cpu[stage];
    print_ms(stream, name, ms);
}

/* The layouts of the paper's tables 3 and 4, their rows there, and ours. */
enum { LAYOUT_COUNT = 3 };
static const hpyr_layout LAYOUTS[LAYOUT_COUNT] = {HPYR_LAYOUT_SINGLE, HPYR_LAYOUT_VEC4, HPYR_LAYOUT_RECT};
static const row CREATION[LAYOUT_COUNT] = {{"paper: dicer_single", {"~2000 ms", "20 ms", "6 ms"}},
                                           {"paper: dicer_vec4", {"~2000 ms", "20 ms", "6 ms"}},
                                           {"paper: dicer_rect", {"30 ms", "10 ms", "2 ms"}}};
static const row EXTRACTION[LAYOUT_COUNT] = {{"paper: dicer_single", {"16 ms", "12 ms", "~6 ms"}},
                                             {"paper: dicer_vec4", {"14 ms", "7 ms", "~6 ms"}},
                                             {"paper: dicer_rect", {"9 ms", "6 ms", "~2 ms"}}};

typedef struct paper_times {
    measurement m[LAYOUT_COUNT][GRID_COUNT];
    uint32_t points[GRID_COUNT];
} paper_times;

static void print_layouts(FILE *stream, const paper_times *t, const row rows[LAYOUT_COUNT], int stage) {
    for (int i = 0; i < LAYOUT_COUNT; i++) {
        const char *name = layout_find(LAYOUTS[i])->name;
        print_paper(stream, &rows[i]);
        print_wall(stream, name, t->m[i], stage);
        print_gpu(stream, name, t->m[i], stage);
    }
}

static void print_tables(FILE *stream, const paper_times *t) {
    const measurement *m = t->m[0];
    print_title(stream, "Table 1: common to CPU and GPU variants");
    print_paper(stream, &(row){"paper: voxelize", {"470 ms", "470 ms", "470 ms"}});
    print_wall(stream, "voxelize (slices)", m, STAGE_VOXELIZE);
    print_gpu(stream, "voxelize (slices)", m, STAGE_VOXELIZE);
    print_paper(stream, &(row){"paper: voxel count", {"33989", "8595", "2130"}});
    fprintf(stream, "  %-30s %14u %14u %14u\n", "voxel count", (unsigned)t->points[0], (unsigned)t->points[1],
            (unsigned)t->points[2]);
    print_title(stream, "Table 2: CPU, whole traversal");
    print_paper(stream, &(row){"paper: AGP fetch", {"560 ms", "142 ms", "36 ms"}});
    print_paper(stream, &(row){"paper: PCIe fetch", {"172 ms", "40 ms", "12 ms"}});
    print_cpu(stream, "read back", m, HYBRID_READBACK);
    print_paper(stream, &(row){"paper: CPU traversal", {"25 ms", "25 ms", "24 ms"}});
    print_cpu(stream, "scan", m, HYBRID_SCAN);
    print_cpu(stream, "upload", m, HYBRID_UPLOAD);
    print_title(stream, "Table 3: GPU, HistoPyramid creation");
    print_layouts(stream, t, CREATION, STAGE_BUILD);
    print_title(stream, "Table 4: GPU, point list creation");
    print_layouts(stream, t, EXTRACTION, STAGE_EXTRACT);
}

/* The CPU's loop is measured once, beside the first layout. */
static bool measure_one(library *l, const draw_mesh *mesh, uint32_t repeat, int layout, int grid, paper_times *t) {
    pipeline p;
    memset(&p, 0, sizeof p);
    pipeline_desc desc = {0};
    memcpy(desc.grid, GRIDS[grid], sizeof desc.grid);
    desc.voxelizer = HPYR_VOXELIZER_KIND_SLICES;
    desc.layout = LAYOUTS[layout];
    desc.words = &NAMES_OF_OPTIONS;
    bool ok = pipeline_create(&p, l, &desc) &&
              measure(&p, mesh, PIPELINE_DOWNLOAD, repeat, layout == 0, &t->m[layout][grid]) &&
              (layout == 0 || t->points[grid] == p.total ||
               error_set("--layout %s finds %u points, %s %u: one of them is wrong", layout_find(LAYOUTS[layout])->name,
                         (unsigned)p.total, layout_find(LAYOUTS[0])->name, (unsigned)t->points[grid]));
    t->points[grid] = p.total;
    pipeline_destroy(&p);
    return ok;
}

static bool print_paper_tables(FILE *stream, const char *model, library *l, const draw_mesh *mesh, uint32_t repeat) {
    paper_times t;
    for (int layout = 0; layout < LAYOUT_COUNT; layout++) {
        for (int grid = 0; grid < GRID_COUNT; grid++)
            if (!measure_one(l, mesh, repeat, layout, grid, &t))
                return false;
    }
    fprintf(stream, "%s, %u triangles, on %s, %s%s, kept to %s\n", model, (unsigned)mesh->triangle_count,
            l->caps->renderer, l->gl == GL_ES3 ? "" : "OpenGL ", l->caps->version, name_of_gl(l->gl));
    fprintf(
        stream,
        "Medians of %u run%s, wall clock; slices; grids 256x256x256, 128x128x256, 64x64x256. Rows \"paper\": Ziegler "
        "et al. 2006, a teapot on a Quadro FX Go 1400.\n",
        (unsigned)repeat, repeat == 1 ? "" : "s");
    print_tables(stream, &t);
    return true;
}

static bool compare_grids(library *l, const draw_mesh *mesh, uint32_t repeat, copier *copy,
                          comparison out[SIDE_COUNT]) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        const uint32_t grid[3] = {SIDES[i], SIDES[i], SIDES[i]};
        if (!compare(l, mesh, grid, repeat, copy, &out[i]))
            return false;
    }
    return true;
}

static bool compare_teapot(library *l, uint32_t divisions, uint32_t repeat, copier *copy, comparison *out) {
    static const uint32_t GRID[3] = {256, 256, 256};
    const mesh_fit fit = mesh_fit_none();
    mesh teapot = {0};
    draw_mesh drawn;
    memset(&drawn, 0, sizeof drawn);
    if (!mesh_make_teapot(&teapot, divisions))
        return error_set("out of memory for a teapot of %u divisions", (unsigned)divisions);
    bool ok = draw_mesh_upload(&drawn, &teapot, &fit, l->gl);
    mesh_free(&teapot);
    ok = ok && compare(l, &drawn, GRID, repeat, copy, out);
    if (drawn.positions)
        draw_mesh_free(&drawn);
    return ok;
}

static void print_comparisons(FILE *stream, const comparison grids[SIDE_COUNT], const comparison meshes[TEAPOT_COUNT]) {
    const comparison *rows[SIDE_COUNT + TEAPOT_COUNT];
    for (int i = 0; i < SIDE_COUNT; i++)
        rows[i] = &grids[i];
    fprintf(stream, "\nThe whole pipeline, from the mesh to the points in a buffer (CPU: in memory), the contenders in "
                    "turn in every run.\n"
                    "Medians; all point lists were compared first.\n");
    bench_print(stream, "Grids", rows, SIDE_COUNT);
    for (int i = 0; i < TEAPOT_COUNT; i++)
        rows[i] = &meshes[i];
    bench_print(stream, "Meshes: the teapot in finer and finer triangles", rows, TEAPOT_COUNT);
}

static void put_object(json *j, const char *model, const library *l, const draw_mesh *mesh,
                       const comparison grids[SIDE_COUNT], const comparison meshes[TEAPOT_COUNT], int shared) {
    const comparison *c = &grids[RATIO_SIDE];
    json_open(j, NULL, '{');
    json_text(j, "model", model);
    json_count(j, "triangles", mesh->triangle_count);
    json_text(j, "gl", name_of_gl(l->gl));
    json_text(j, "renderer", l->caps->renderer);
    json_open(j, "ratios", '{');
    json_number(j, "vs_slices_single", comparison_vs_slices(c));
    json_number(j, "vs_cpu", comparison_vs_cpu(c));
    json_number(j, "vs_memcpy", comparison_vs_copy(c));
    json_close(j, '}');
    json_open(j, "runs", '[');
    for (int i = 0; i < SIDE_COUNT; i++)
        bench_json(j, &grids[i]);
    for (int i = shared; i < TEAPOT_COUNT; i++)
        bench_json(j, &meshes[i]);
    json_close(j, ']');
    json_close(j, '}');
    outfile_write(j->file, "\n", 1);
}

static bool compare_all(const bench_desc *b, copier *copy, comparison grids[SIDE_COUNT],
                        comparison meshes[TEAPOT_COUNT]) {
    if (!compare_grids(b->library, b->mesh, b->repeat, copy, grids))
        return false;
    for (int i = 0; i < TEAPOT_COUNT; i++)
        if (i == 0 && !b->model) /* the teapot in 256x256x256 again: one measurement, so that no two numbers differ */
            meshes[i] = grids[RATIO_SIDE];
        else if (!compare_teapot(b->library, TEAPOTS[i], b->repeat, copy, &meshes[i]))
            return false;
    return true;
}

bool bench(const bench_desc *b) {
    const char *model = b->model ? b->model : "teapot";
    json j = {0};
    copier copy = {0};
    comparison *grids = calloc(SIDE_COUNT + TEAPOT_COUNT, sizeof *grids), *meshes = grids ? grids + SIDE_COUNT : NULL;
    bool ok = (grids || error_set("out of memory")) &&
              (!b->json || (j.file = outfile_open(b->json))) && /* before a minute's work */
              copier_create(&copy) &&
              print_paper_tables(b->stream, model, b->library, b->mesh, b->repeat ? b->repeat : 5) &&
              compare_all(b, &copy, grids, meshes);
    if (ok)
        print_comparisons(b->stream, grids, meshes);
    if (ok && j.file)
        put_object(&j, model, b->library, b->mesh, grids, meshes, b->model ? 0 : 1);
    if (j.file)
        ok = outfile_close(j.file, ok) && ok;
    copier_destroy(&copy);
    free(grids);
    return ok;
}
