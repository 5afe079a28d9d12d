/* report_meshes.c - isosurfaces as tables and as JSON.  SPDX-License-Identifier: MIT */
#include "report.h"

#include <math.h>
#include <string.h>

/* ---- the paper's tables ---- */

enum { VERTEX_6600, VERTEX_8800, GEOMETRY_8800, PAPER_COLUMNS };

/* Dyken et al. 2008, section 6: cells, table 1, and of table 2 million cells a second with frames a second in brackets. VERTEX:
 * 8-bit samples where vertices are midpoints, 32-bit floats where they are linear. GEOMETRY: 16-bit samples. */
typedef struct paper_volume {
    uint32_t cells[3];
    const char *name, *occupancy, *triangles;
    const char *linear[PAPER_COLUMNS], *middle[PAPER_COLUMNS];
} paper_volume;

/* clang-format off */
static const paper_volume PAPER[] = {
    {{255, 255, 179}, "Bunny", "5", "1071342",
     {"-", "359.4 (30.9)", "-"}, {"-", "409.1 (35.2)", "82.2 (7.1)"}},
    {{127, 127, 89}, "Bunny", "8", "237166",
     {"3.8 (2.7)", "199.2 (138.8)", "-"}, {"5.4 (3.8)", "228.5 (159.2)", "45.0 (31.4)"}},
    {{63, 63, 44}, "Bunny", "13", "45464",
     {"2.8 (16.3)", "108.3 (620.4)", "-"}, {"4.2 (24.1)", "120.3 (688.7)", "28.4 (162.5)"}},
    {{255, 255, 112}, "CThead", "4", "603008",
     {"-", "355.9 (48.9)", "57.2 (7.9)"}, {"-", "399.7 (54.6)", "86.7 (11.9)"}},
    {{127, 127, 55}, "CThead", "7", "123072",
     {"5.0 (5.6)", "239.3 (269.8)", "-"}, {"7.2 (8.2)", "278.7 (314.2)", "54.1 (61.1)"}},
    {{63, 63, 27}, "CThead", "10", "22540",
     {"3.4 (31.4)", "84.6 (790.3)", "-"}, {"4.9 (45.3)", "87.2 (814.3)", "31.2 (290.7)"}},
    {{255, 255, 255}, "Cayley", "1", "313258",
     {"-", "973.1 (58.7)", "-"}, {"-", "1107.7 (66.8)", "351.7 (21.2)"}},
    {{127, 127, 127}, "Cayley", "2", "79462",
     {"13.4 (6.5)", "503.2 (245.7)", "-"}, {"18.5 (9.0)", "578.7 (282.5)", "179.2 (87.5)"}},
    {{63, 63, 63}, "Cayley", "4", "20112",
     {"8.5 (33.8)", "191.7 (766.5)", "-"}, {"12.1 (48.5)", "193.3 (773.0)", "90.1 (360.5)"}},
};
/* clang-format on */

/* That of the same size; a cube that is not Cayley's surface is nothing that the paper has. */
static const paper_volume *paper_of(const mesh_row *r) {
    bool is_cayley = strcmp(r->field, "cayley") == 0;
    for (size_t i = 0; i < sizeof PAPER / sizeof *PAPER; i++) {
        const uint32_t *cells = PAPER[i].cells;
        if (is_cayley == (strcmp(PAPER[i].name, "Cayley") == 0) && r->samples[0] == cells[0] + 1 &&
            r->samples[1] == cells[1] + 1 && r->samples[2] == cells[2] + 1)
            return &PAPER[i];
    }
    return NULL;
}

static void find_figures(const mesh_row *r, const char **of_6600, const char **of_8800) {
    const paper_volume *p = paper_of(r);
    *of_6600 = *of_8800 = "";
    if (!p || r->form.expansion == MESH_FRAGMENT)
        return;
    bool by_vertex = r->form.expansion == MESH_VERTEX;
    const char *const *figures = r->form.vertex == HPYR_EDGE_VERTEX_LINEAR ? p->linear : p->middle;
    *of_6600 = by_vertex ? figures[VERTEX_6600] : "-";
    *of_8800 = figures[by_vertex ? VERTEX_8800 : GEOMETRY_8800];
}

/* ---- names ---- */

static const char *expansion_name(const mesh_row *r) {
    static const char *const names[] = {"FRAGMENT", "VERTEX", "GEOMETRY"};
    return names[r->form.expansion];
}

static const char *form_name(const mesh_row *r) {
    return r->form.mesh == HPYR_MESH_FORM_SOUP ? "soup" : "welded";
}

static const char *vertex_name(const mesh_row *r) {
    return r->form.vertex == HPYR_EDGE_VERTEX_MIDPOINT ? "midpoint" : "linear";
}

/* ---- rates ---- */

static double occupancy(const mesh_row *r) {
    return (double)r->counts.active_cells / (double)r->counts.cells;
}

static double mcells_per_s(const mesh_row *r) {
    return (double)r->counts.cells / r->ms[MESH_TOTAL] / 1000;
}

static double ns_per_cell(const mesh_row *r) {
    return r->ms[MESH_TOTAL] * 1e6 / (double)r->counts.cells;
}

/* ---- tables ---- */

void report_mesh_title(const bench *b) {
    report_title(
        b, "Isosurfaces: from a field in a 3D texture to a mesh with normals in buffers; all of one field in turn");
    if (!b->volume) {
        fprintf(
            b->stream,
            "  paper: Dyken et al. 2008, M cells/s (frames/s), drawn and not stored, GeForce 6600 GT and 8800 GTX, of "
            "Bunny, CThead and\n  Cayley; gyroid and shells stand for the first two. Of Cayley it has fewer triangles "
            "than every program finds today.\n");
    }
}

static void print_field(const bench *b, const mesh_row *r) {
    const paper_volume *p = paper_of(r);
    fprintf(b->stream, "  %s, %ux%ux%u samples, isovalue %.9g: %.2f %% occupied, %llu triangles", r->field,
            (unsigned)r->samples[0], (unsigned)r->samples[1], (unsigned)r->samples[2], r->iso, 100 * occupancy(r),
            (unsigned long long)r->counts.triangles);
    if (p)
        fprintf(b->stream, " (%s: %s %%, %s)", p->name, p->occupancy, p->triangles);
    fprintf(b->stream, "; ms, medians of %u run%s\n    memcpy of 64 MB: %.3f\n", (unsigned)r->runs,
            r->runs == 1 ? "" : "s", r->copy_ms);
    fprintf(b->stream, "    %-9s %-7s %-9s %9s %9s %9s %9s %10s %9s", "expansion", "mesh", "vertices", "build",
            "extract", "total", "ns/cell", "M cells/s", "fps");
    fprintf(b->stream, p ? "  | %12s %15s\n" : "\n", "6600 GT", "8800 GTX");
}

static void print_mesh(const bench *b, const mesh_row *r) {
    const char *of_6600, *of_8800;
    find_figures(r, &of_6600, &of_8800);
    fprintf(b->stream, "    %-9s %-7s %-9s", expansion_name(r), form_name(r), vertex_name(r));
    if (r->runs == 0) {
        fprintf(b->stream, " %s\n", r->reason);
        return;
    }
    for (int t = 0; t < MESH_TIMES; t++)
        fprintf(b->stream, " %9.3f", r->ms[t]);
    fprintf(b->stream, " %9.2f %10.1f %9.1f", ns_per_cell(r), mcells_per_s(r), 1000 / r->ms[MESH_TOTAL]);
    fprintf(b->stream, *of_8800 ? "  | %12s %15s\n" : "\n", of_6600, of_8800);
}

void report_meshes(const bench *b, size_t first) {
    const mesh_row *timed = &b->meshes[first];
    for (size_t i = first; i < b->mesh_count && timed->runs == 0; i++)
        timed = &b->meshes[i];
    print_field(b, timed);
    for (size_t i = first; i < b->mesh_count; i++)
        print_mesh(b, &b->meshes[i]);
    fflush(b->stream);
}

void report_mesh_scaling(const bench *b, size_t first) {
    const mesh_row *r = &b->meshes[first];
    fprintf(b->stream,
            "  %s, FRAGMENT, welded, linear; all sizes in turn; ms, medians of %u run%s; the bound of the ratio is %g\n"
            "    memcpy of 64 MB: %.3f\n    %-8s %9s %9s %9s %9s %9s %9s\n",
            r->field, (unsigned)r->runs, r->runs == 1 ? "" : "s", BENCH_STAIR_BOUND, r->copy_ms, "samples", "triangles",
            "build", "extract", "total", "ns/cell", "to 128's");
    for (size_t i = first; i < b->mesh_count; i++) {
        r = &b->meshes[i];
        fprintf(b->stream, "    %4u^3   %9llu", (unsigned)r->samples[0], (unsigned long long)r->counts.triangles);
        if (r->runs == 0) {
            fprintf(b->stream, " %s\n", r->reason);
            continue;
        }
        double ratio = bench_mesh_ratio(b, r);
        fprintf(b->stream, " %9.3f %9.3f %9.3f %9.2f %9.3f%s\n", r->ms[MESH_BUILD], r->ms[MESH_EXTRACT],
                r->ms[MESH_TOTAL], ns_per_cell(r), ratio, ratio > BENCH_STAIR_BOUND ? "  past the bound" : "");
    }
    fflush(b->stream);
}

/* ---- JSON ---- */

static void put_mesh(json *j, const bench *b, const mesh_row *r) {
    json_open(j, NULL, '{');
    json_text(j, "table", r->table);
    json_text(j, "field", r->field);
    json_counts(j, "samples", r->samples, 3);
    json_number(j, "iso", r->iso);
    json_count(j, "cells", r->counts.cells);
    json_number(j, "occupancy", occupancy(r));
    json_count(j, "vertices", r->form.mesh == HPYR_MESH_FORM_SOUP ? 3 * r->counts.triangles : r->counts.crossed_edges);
    json_count(j, "triangles", r->counts.triangles);
    json_text(j, "expansion", expansion_name(r));
    json_text(j, "mesh", form_name(r));
    json_text(j, "vertex", vertex_name(r));
    json_text(j, "layout", r->form.expansion == MESH_FRAGMENT ? NULL : name_of_layout(r->layout));
    json_count(j, "bytes", r->bytes);
    json_count(j, "runs", r->runs);
    json_open(j, "ms", '{');
    for (int t = 0; t < MESH_TIMES; t++)
        json_ms(j, mesh_time_names[t], r->ms[t]);
    json_close(j, '}');
    json_ms(j, "gpu_ms", r->gpu_ms);
    json_ms(j, "copy_ms", r->copy_ms);
    json_number(j, "ns_per_cell", ns_per_cell(r));
    json_number(j, "mcells_per_s", mcells_per_s(r));
    json_number(j, "fps", 1000 / r->ms[MESH_TOTAL]);
    json_number(j, "ratio_to_128", bench_mesh_ratio(b, r));
    json_text(j, "reason", r->reason[0] ? r->reason : NULL);
    json_close(j, '}');
}

void report_meshes_json(const bench *b, json *j) {
    json_open(j, "isosurfaces", '[');
    for (size_t i = 0; i < b->mesh_count; i++)
        put_mesh(j, b, &b->meshes[i]);
    json_close(j, ']');
}
