/* bench.c - the paper's tables 1 to 4, its numbers and ours.  SPDX-License-Identifier: MIT
 *
 * Ziegler et al. 2006, section 9: Quadro FX Go 1400 on PCI Express, Pentium M 2.13 GHz; the AGP figures are of a
 * GeForce 6600 with an Athlon XP2400. */
#include "report.h"

#include <string.h>

enum { GRID_COUNT = 3 };

/* Sizes of the paper's textures: 4096x4096, 2048x2048, 1024x1024. */
static const uint32_t GRIDS[GRID_COUNT][3] = {{256, 256, 256}, {128, 128, 256}, {64, 64, 256}};

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
        snprintf(cell, sizeof cell, "%.2f ms", ms[i]);
        fprintf(stream, " %14s", cell);
    }
    fprintf(stream, "\n");
}

static void print_wall(FILE *stream, const char *name, const measurement m[GRID_COUNT], int stage) {
    double ms[GRID_COUNT];
    for (int i = 0; i < GRID_COUNT; i++) {
        ms[i] = m[i].times.wall[stage];
    }
    print_ms(stream, name, ms);
}

static void print_gpu(FILE *stream, const char *name, const measurement m[GRID_COUNT], int stage) {
    double ms[GRID_COUNT];
    for (int i = 0; i < GRID_COUNT; i++) {
        if (!measurement_has_gpu(&m[i])) {
            return;
        }
        ms[i] = m[i].times.gpu[stage];
    }
    print_ms(stream, name, ms);
}

static void print_cpu(FILE *stream, const char *name, const measurement m[GRID_COUNT], int stage) {
    double ms[GRID_COUNT];
    for (int i = 0; i < GRID_COUNT; i++) {
        ms[i] = m[i].cpu[stage];
    }
    print_ms(stream, name, ms);
}

static void print_tables(FILE *stream, const measurement m[GRID_COUNT], const uint32_t points[GRID_COUNT]) {
    print_title(stream, "Table 1: common to CPU and GPU variants");
    print_paper(stream, &(row){"paper: voxelize", {"470 ms", "470 ms", "470 ms"}});
    print_wall(stream, "voxelize (slices)", m, STAGE_VOXELIZE);
    print_gpu(stream, "voxelize (slices), GPU time", m, STAGE_VOXELIZE);
    print_paper(stream, &(row){"paper: voxel count", {"33989", "8595", "2130"}});
    fprintf(stream, "  %-30s %14u %14u %14u\n", "voxel count", (unsigned)points[0], (unsigned)points[1],
            (unsigned)points[2]);
    print_title(stream, "Table 2: CPU, whole traversal");
    print_paper(stream, &(row){"paper: AGP fetch", {"560 ms", "142 ms", "36 ms"}});
    print_paper(stream, &(row){"paper: PCIe fetch", {"172 ms", "40 ms", "12 ms"}});
    print_cpu(stream, "read back", m, HYBRID_READBACK);
    print_paper(stream, &(row){"paper: CPU traversal", {"25 ms", "25 ms", "24 ms"}});
    print_cpu(stream, "scan", m, HYBRID_SCAN);
    print_cpu(stream, "upload", m, HYBRID_UPLOAD);
    print_title(stream, "Table 3: GPU, HistoPyramid creation");
    print_paper(stream, &(row){"paper: dicer_single", {"~2000 ms", "20 ms", "6 ms"}});
    print_wall(stream, "single", m, STAGE_BUILD);
    print_gpu(stream, "single, GPU time", m, STAGE_BUILD);
    print_paper(stream, &(row){"paper: dicer_vec4", {"~2000 ms", "20 ms", "6 ms"}});
    print_paper(stream, &(row){"paper: dicer_rect", {"30 ms", "10 ms", "2 ms"}});
    print_title(stream, "Table 4: GPU, point list creation");
    print_paper(stream, &(row){"paper: dicer_single", {"16 ms", "12 ms", "~6 ms"}});
    print_wall(stream, "single", m, STAGE_EXTRACT);
    print_gpu(stream, "single, GPU time", m, STAGE_EXTRACT);
    print_paper(stream, &(row){"paper: dicer_vec4", {"14 ms", "7 ms", "~6 ms"}});
    print_paper(stream, &(row){"paper: dicer_rect", {"9 ms", "6 ms", "~2 ms"}});
    fprintf(stream, "\nThe layouts vec4 and rect are not in this version.\n");
}

bool report_bench(FILE *stream, const char *model, library *l, const draw_mesh *mesh, uint32_t repeat, char *error,
                  size_t error_size) {
    measurement measured[GRID_COUNT];
    uint32_t points[GRID_COUNT];
    for (int i = 0; i < GRID_COUNT; i++) {
        pipeline p;
        memset(&p, 0, sizeof p);
        bool ok = pipeline_create(&p, l, GRIDS[i], error, error_size) &&
                  measure(&p, mesh, repeat, true, &measured[i], error, error_size);
        points[i] = p.total;
        pipeline_destroy(&p);
        if (!ok) {
            return false;
        }
    }
    fprintf(stream, "%s, %u triangles, on %s, OpenGL %s\n", model, (unsigned)mesh->triangle_count, l->caps->renderer,
            l->caps->version);
    fprintf(stream,
            "Medians of %u run%s, wall clock; grids 256x256x256, 128x128x256, 64x64x256. Rows \"paper\": Ziegler et "
            "al. 2006, a teapot on a Quadro FX Go 1400.\n",
            (unsigned)repeat, repeat == 1 ? "" : "s");
    print_tables(stream, measured, points);
    return true;
}
