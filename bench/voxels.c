/* voxels.c - from a mesh to its points: bits beside slices beside the CPU, and the paper's voxel counts.  SPDX-License-Identifier: MIT
 *
 * Ziegler et al. 2006, section 9, table 1: a teapot, Quadro FX Go 1400. */
#include "voxels.h"

#include "parts.h"
#include "report.h"

#include "common/files/memory.h"
#include "common/mesh/mesh_load.h"
#include "common/mesh/teapot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is voxelized, in which grid. */
typedef struct voxels_case {
    uint32_t grid[3], divisions; /* of a patch of the teapot, 64 times their squares triangles; 0: the model */
    bool is_long;                /* with --full alone */
} voxels_case;

/* Grids of the paper's textures, 4096x4096 texels, 2048x2048 and 1024x1024; cubes; and the teapot in finer and finer triangles. The cube
 * that the ratios are of is the paper's grid. */
enum { FIRST_CUBE = 3, RATIO_CUBE = 5, FIRST_TEAPOT = 8, CASES = 14 };

static const voxels_case LIST[CASES] = {
    {{256, 256, 256}, 0, false},  {{128, 128, 256}, 0, false},   {{64, 64, 256}, 0, false},
    {{64, 64, 64}, 0, false},     {{128, 128, 128}, 0, false},   {{256, 256, 256}, 0, false},
    {{512, 512, 512}, 0, false},  {{1024, 1024, 1024}, 0, true}, {{256, 256, 256}, 7, false},
    {{256, 256, 256}, 13, false}, {{256, 256, 256}, 22, false},  {{256, 256, 256}, 40, false},
    {{256, 256, 256}, 68, true},  {{256, 256, 256}, 125, true},
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

/* One that was run already, so that no two figures of the same differ; NULL for none. */
static const comparison *find_same(const bench *b, const voxels_case *c, const comparison *end) {
    const uint32_t triangles =
        64 * (c->divisions ? c->divisions : TEAPOT_DIVISIONS) * (c->divisions ? c->divisions : TEAPOT_DIVISIONS);
    for (const comparison *made = b->voxels; made < end; made++)
        if (memcmp(made->grid, c->grid, sizeof c->grid) == 0 &&
            (c->divisions == 0 ? made == b->voxels : !b->model && made->triangles == triangles))
            return made;
    return NULL;
}

static bool run_case(bench *b, library *l, copier *copy, const voxels_case *c, comparison *out) {
    const comparison *same = find_same(b, c, out);
    draw_mesh drawn;
    if (same) {
        *out = *same;
        return true;
    }
    memset(&drawn, 0, sizeof drawn);
    const bool ok = upload(b, l, c->divisions, &drawn) && compare(l, &drawn, c->grid, b->repeat, copy, out);
    if (drawn.positions) /* else GL has nothing of it */
        draw_mesh_free(&drawn);
    return ok;
}

static void print_paper(const bench *b) {
    static const unsigned COUNTS[FIRST_CUBE] = {33989, 8595, 2130}, PAPER_MS = 470;
    fprintf(b->stream,
            "\n  Table 1 of 2006, by slices; \"paper\": a teapot on a Quadro FX Go 1400\n  %-14s %14s %12s %14s %12s\n",
            "grid", "paper: voxels", "ours", "paper: drawn", "ours");
    for (size_t i = 0; i < FIRST_CUBE; i++) {
        const comparison *c = &b->voxels[i];
        char grid[40];
        snprintf(grid, sizeof grid, "%ux%ux%u", (unsigned)c->grid[0], (unsigned)c->grid[1], (unsigned)c->grid[2]);
        char drawn[32] = "-";
        if (!isnan(c->ms.slices[PIPE_VOXELIZE]))
            snprintf(drawn, sizeof drawn, "%.2f ms", c->ms.slices[PIPE_VOXELIZE]);
        fprintf(b->stream, "  %-14s %14u %12u %11u ms %12s\n", grid, COUNTS[i], (unsigned)c->points, PAPER_MS, drawn);
    }
}

static bool run_all(bench *b, library *l, copier *copy) {
    size_t ends[] = {FIRST_CUBE, FIRST_TEAPOT, CASES}, row = 0, first = 0;
    static const char *const TITLES[] = {NULL, "Grids", "Meshes: the teapot in finer and finer triangles"};
    for (size_t table = 0, i = 0; table < sizeof ends / sizeof ends[0]; table++) {
        for (first = row; i < ends[table]; i++)
            if ((!LIST[i].is_long || b->is_full) && !run_case(b, l, copy, &LIST[i], &b->voxels[row++]))
                return false;
        b->voxel_count = row;
        if (TITLES[table])
            comparison_print(b->stream, TITLES[table], &b->voxels[first], row - first);
        else if (!b->model)
            print_paper(b);
    }
    return true;
}

bool bench_voxels(bench *b) {
    library l;
    copier copy = {0};
    memset(&l, 0, sizeof l);
    report_title(b, "Voxels: the whole way from a mesh to its points in a buffer (CPU: in memory); the ways take turns "
                    "in every run, "
                    "and all point lists were compared first");
    b->voxels = memory_zeroed(CASES * sizeof *b->voxels);
    const bool ok = b->voxels && library_open(&l, bench_gl(b)) && copier_create(&copy) && run_all(b, &l, &copy);
    copier_destroy(&copy);
    library_close(&l);
    return ok;
}

void report_voxels_json(const bench *b, json *j) {
    json_open(j, "voxels", '[');
    for (size_t i = 0; i < b->voxel_count; i++)
        comparison_json(j, &b->voxels[i]);
    json_close(j, ']');
}

void report_voxels_ratios(const bench *b, json *j) {
    static const comparison NONE;
    const comparison *c = b->voxel_count > RATIO_CUBE ? &b->voxels[RATIO_CUBE] : &NONE;
    json_number(j, "voxels_to_slices", comparison_vs_slices(c));
    json_number(j, "voxels_to_cpu", comparison_vs_cpu(c));
    json_number(j, "voxels_to_memcpy", comparison_vs_copy(c));
}
