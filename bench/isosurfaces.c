/* isosurfaces.c - marching cubes in all forms of the library, as tables 1 and 2 of Dyken et al. 2008.
 * SPDX-License-Identifier: MIT
 *
 * A time is what a caller waits for who has a field in a 3D texture on the GPU and wants a mesh in buffers ready to draw: any
 * copy of the field, classification, pyramids, the counts' way to the CPU, and the extraction. The buffers are there already. */
#include "copier.h"
#include "field_scene.h"
#include "parts.h"
#include "turns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = ROW_OWN, FIELD, SIZE_X, SIZE_Y, SIZE_Z, ISO, CELLS, OCCUPANCY, VERTICES, TRIANGLES, EXPANSION, MESH };
enum { VERTEX = MESH + 1, LAYOUT, BYTES, BUILD, EXTRACT, TOTAL, GPU, GPU_PARTS, COPY, NS_PER_CELL, RATE, FRAMES };
enum { RATIO = FRAMES + 1, OF_6600, OF_8800, PAST };

static const column COLUMNS[] = {{TABLE, TEXT, "table"},
                                 {FIELD, TEXT, "field"},
                                 {SIZE_X, SIZE, "samples"},
                                 {ISO, NUMBER, "iso"},
                                 {CELLS, COUNT, "cells"},
                                 {OCCUPANCY, NUMBER, "occupancy"},
                                 {VERTICES, COUNT, "vertices"},
                                 {TRIANGLES, COUNT, "triangles"},
                                 {EXPANSION, TEXT, "expansion", "expansion", 9},
                                 {MESH, TEXT, "mesh", "mesh", 7},
                                 {VERTEX, TEXT, "vertex", "vertices", 9},
                                 {LAYOUT, TEXT, "layout"},
                                 {BYTES, COUNT, "bytes"},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {BUILD, MS, "ms.build", "build", 9, 3},
                                 {EXTRACT, MS, "ms.extract", "extract", 9, 3},
                                 {TOTAL, MS, "ms.total", "total", 9, 3},
                                 {GPU, MS, "gpu_ms"},
                                 {COPY, MS, "copy_ms"},
                                 {NS_PER_CELL, NUMBER, "ns_per_cell", "ns/cell", 9, 2},
                                 {RATE, NUMBER, "mcells_per_s", "M cells/s", 10, 1},
                                 {FRAMES, NUMBER, "fps", "fps", 9, 1},
                                 {RATIO, NUMBER, "ratio_to_128"},
                                 {OF_6600, TEXT, NULL, "|6600 GT", 12},
                                 {OF_8800, TEXT, NULL, "8800 GTX", 15},
                                 {ROW_REASON, TEXT, "reason"},
                                 {0}};
const table meshes_table = {.key = "isosurfaces", .columns = COLUMNS};

/* Of cubes of any size, what stands in the table. */
static const column SCALING[] = {{SIZE_X, COUNT, NULL, "samples", 8, 0, 0, "^3"},
                                 {TRIANGLES, COUNT, NULL, "triangles", 9},
                                 {BUILD, MS, NULL, "build", 9, 3},
                                 {EXTRACT, MS, NULL, "extract", 9, 3},
                                 {TOTAL, MS, NULL, "total", 9, 3},
                                 {NS_PER_CELL, NUMBER, NULL, "ns/cell", 9, 2},
                                 {RATIO, NUMBER, NULL, "to 128's", 9, 3},
                                 {PAST, TEXT, NULL, "", 1},
                                 {0}};
#define BOUND 1.3

double meshes_worst(const bench *b) {
    return bench_worst(b, &meshes_table, RATIO);
}

static const mesh_form FORMS[] = {
    {MESH_FRAGMENT, HPYR_MESH_FORM_WELDED, HPYR_EDGE_VERTEX_LINEAR},
    {MESH_FRAGMENT, HPYR_MESH_FORM_SOUP, HPYR_EDGE_VERTEX_LINEAR},
    {MESH_VERTEX, HPYR_MESH_FORM_SOUP, HPYR_EDGE_VERTEX_LINEAR},
    {MESH_VERTEX, HPYR_MESH_FORM_SOUP, HPYR_EDGE_VERTEX_MIDPOINT},
    {MESH_GEOMETRY, HPYR_MESH_FORM_SOUP, HPYR_EDGE_VERTEX_LINEAR},
    {MESH_GEOMETRY, HPYR_MESH_FORM_SOUP, HPYR_EDGE_VERTEX_MIDPOINT},
};

enum { MAX_MESHERS = 8 };

typedef struct mesher {
    bench *b;
    field_scene *scene;
    row row;
    mesh_form form;
    hpyr_layout layout;          /* of VERTEX and GEOMETRY */
    hpyr_isosurface *isosurface; /* FRAGMENT; NULL if it was refused */
    hpyr_marching_cubes *cubes;  /* VERTEX and GEOMETRY; NULL if it was refused */
} mesher;

/* What takes turns: meshers, and a memcpy of 64 MB. */
typedef struct meshing {
    mesher meshers[MAX_MESHERS];
    size_t count;
    copier copy;
} meshing;

static void meshing_close(meshing *m) {
    for (size_t i = 0; i < m->count; i++) {
        hpyr_isosurface_destroy(m->meshers[i].isosurface);
        hpyr_marching_cubes_destroy(m->meshers[i].cubes);
    }
    copier_destroy(&m->copy);
}

static void add(bench *b, meshing *m, field_scene *s, const mesh_form *f) {
    m->meshers[m->count++] =
        (mesher){.b = b, .scene = s, .form = *f, .layout = b->layout, .row = row_of(&meshes_table)};
}

static bool is_fragment(const mesher *m) {
    return m->form.expansion == MESH_FRAGMENT;
}

static bool is_there(const mesher *m) {
    return m->isosurface || m->cubes;
}

/* ---- one run ---- */

static bool check(const mesher *m, hpyr_result result, const char *what) {
    const uint32_t *size = m->scene->volume.size;
    return result == HPYR_OK ||
           error_set("isosurfaces, %s, %ux%ux%u samples: %s: %s: %.300s", m->scene->name, (unsigned)size[0],
                     (unsigned)size[1], (unsigned)size[2], what, hpyr_result_string(result), m->b->logged);
}

static bool build(void *user) {
    const mesher *m = user;
    const hpyr_field field = {.texture = m->scene->texture};
    return check(m,
                 is_fragment(m) ? hpyr_isosurface_build(m->isosurface, &field, 0, m->scene->iso)
                                : hpyr_marching_cubes_build(m->cubes, &field, 0, m->scene->iso),
                 "build");
}

/* The mesh is known to be right in size: whole, without a call for counts, since the extraction asks for them itself. */
static bool extract(void *user) {
    const mesher *m = user;
    const hpyr_mesh_output output = {.vertex_buffer = m->scene->vertex_buffer,
                                     .index_buffer = m->form.mesh == HPYR_MESH_FORM_WELDED ? m->scene->index_buffer : 0,
                                     .vertex_count = HPYR_ALL,
                                     .triangle_count = HPYR_ALL};
    return check(m,
                 is_fragment(m) ? hpyr_isosurface_extract(m->isosurface, &output, NULL)
                                : hpyr_marching_cubes_extract(m->cubes, &output, NULL),
                 "extraction");
}

static bool copy(void *user) {
    copier_run(user);
    return true;
}

static bool counts_are_right(const mesher *m) {
    hpyr_mesh_statistics counts;
    const hpyr_mesh_statistics *expected = &m->scene->counts;
    bool welds = m->form.mesh == HPYR_MESH_FORM_WELDED;
    hpyr_result result = is_fragment(m) ? hpyr_isosurface_statistics(m->isosurface, &counts)
                                        : hpyr_marching_cubes_statistics(m->cubes, &counts);
    return check(m, result, "counts") &&
           ((counts.cells == expected->cells && counts.active_cells == expected->active_cells &&
             counts.triangles == expected->triangles && (!welds || counts.crossed_edges == expected->crossed_edges)) ||
            error_set("isosurfaces, %s: %llu triangles, the oracle has %llu", m->scene->name,
                      (unsigned long long)counts.triangles, (unsigned long long)expected->triangles));
}

static bool mesh_is_right(void *user) {
    const mesher *m = user;
    return counts_are_right(m) && field_scene_is_right(m->b, m->scene, &m->form, m->layout);
}

static const way WAYS[] = {{BUILD, true, build, .gpu = GPU_PARTS},
                           {EXTRACT, true, extract, mesh_is_right, .gpu = GPU_PARTS},
                           {.cell = TOTAL, .gpu = GPU}};
static const way COPY_WAY = {COPY, false, copy};

/* Makes what it needs, or notes why it was refused; then the first run, which is checked. */
static bool run_first(mesher *m, player *p) {
    bench *b = m->b;
    const hpyr_field_grid grid = volume_grid(&m->scene->volume);
    const hpyr_isosurface_desc isosurface = {.grid = grid, .mesh = m->form.mesh, .vertex = m->form.vertex};
    const hpyr_marching_cubes_desc cubes = {.grid = grid,
                                            .vertex = m->form.vertex,
                                            .expansion = m->form.expansion == MESH_VERTEX ? HPYR_EXPANSION_VERTEX
                                                                                          : HPYR_EXPANSION_GEOMETRY,
                                            .layout = m->layout};
    hpyr_result result = is_fragment(m) ? hpyr_isosurface_create(b->context, &isosurface, &m->isosurface)
                                        : hpyr_marching_cubes_create(b->context, &cubes, &m->cubes);
    *p = (player){.row = &m->row, .ways = WAYS, .way_count = 3, .user = m};
    m->row.n[BYTES] = (double)(is_fragment(m) ? hpyr_isosurface_bytes(b->context, &isosurface)
                                              : hpyr_marching_cubes_bytes(b->context, &cubes));
    if (result == HPYR_ERROR_UNSUPPORTED || result == HPYR_ERROR_TOO_LARGE) {
        m->row.t[ROW_REASON] = bench_text(b, "%s: %.900s", hpyr_result_string(result), b->logged);
        b->logged[0] = '\0';
        p->skipped = ~0u;
        return true;
    }
    if (!check(m, result, "creation"))
        return false;
    if (m->cubes)
        m->layout = hpyr_marching_cubes_resolved(m->cubes)->layout;
    return field_scene_wipe(m->scene) && turns_first(b, p);
}

/* Drivers may compile a shader again for the second run, whose state is not the first's: so it warms up. */
static bool run_all(bench *b, meshing *m, double budgets) {
    player players[MAX_MESHERS + 1];
    row copies = row_of(&meshes_table);
    bool ok = copier_create(&m->copy) || error_set("out of memory");
    for (size_t i = 0; i < m->count && ok; i++)
        ok = run_first(&m->meshers[i], &players[i]);
    for (size_t i = 0; i < m->count; i++)
        field_scene_forget(m->meshers[i].scene);
    players[m->count] = (player){.row = &copies, .ways = &COPY_WAY, .way_count = 1, .user = &m->copy};
    ok = ok && turns_take(b, players, m->count + 1, &(turns){.budgets = budgets, .warms = true});
    for (size_t i = 0; i < m->count; i++)
        m->meshers[i].row.n[COPY] = copies.n[COPY];
    return ok;
}

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
static const paper_volume *paper_of(const mesher *m) {
    const bool is_cayley = strcmp(m->scene->name, "cayley") == 0;
    const uint32_t *size = m->scene->volume.size;
    for (size_t i = 0; i < COUNT_OF(PAPER); i++) {
        const uint32_t *cells = PAPER[i].cells;
        if (is_cayley == (strcmp(PAPER[i].name, "Cayley") == 0) && size[0] == cells[0] + 1 && size[1] == cells[1] + 1 &&
            size[2] == cells[2] + 1)
            return &PAPER[i];
    }
    return NULL;
}

static void note_paper(mesher *m, row *r) {
    const paper_volume *p = paper_of(m);
    const bool by_vertex = m->form.expansion == MESH_VERTEX;
    if (!p || is_fragment(m))
        return;
    const char *const *figures = m->form.vertex == HPYR_EDGE_VERTEX_LINEAR ? p->linear : p->middle;
    r->t[OF_6600] = by_vertex ? figures[VERTEX_6600] : "-";
    r->t[OF_8800] = figures[by_vertex ? VERTEX_8800 : GEOMETRY_8800];
}

/* ---- rows ---- */

static bool keep(bench *b, const char *of, mesher *m) {
    static const char *const EXPANSIONS[] = {"FRAGMENT", "VERTEX", "GEOMETRY"};
    const hpyr_mesh_statistics *counts = &m->scene->counts;
    const bool is_soup = m->form.mesh == HPYR_MESH_FORM_SOUP;
    row *r = &m->row;
    const double cells = (double)counts->cells, total = r->n[TOTAL];
    r->t[TABLE] = of;
    r->t[FIELD] = m->scene->name;
    r->t[EXPANSION] = EXPANSIONS[m->form.expansion];
    r->t[MESH] = is_soup ? "soup" : "welded";
    r->t[VERTEX] = m->form.vertex == HPYR_EDGE_VERTEX_MIDPOINT ? "midpoint" : "linear";
    r->t[LAYOUT] = is_fragment(m) ? NULL : name_of_layout(m->layout);
    for (int a = 0; a < 3; a++)
        r->n[SIZE_X + a] = m->scene->volume.size[a];
    r->n[ISO] = m->scene->iso;
    r->n[CELLS] = cells;
    r->n[OCCUPANCY] = (double)counts->active_cells / cells;
    r->n[VERTICES] = (double)(is_soup ? 3 * counts->triangles : counts->crossed_edges);
    r->n[TRIANGLES] = (double)counts->triangles;
    r->n[ROW_LEAST] = 4.0 * r->n[SIZE_X] * r->n[SIZE_X + 1] * r->n[SIZE_X + 2] +
                      r->n[VERTICES] * (double)sizeof(hpyr_mesh_vertex) + (is_soup ? 0 : 12 * r->n[TRIANGLES]);
    r->n[ROW_RUNS] = is_there(m) ? r->n[ROW_RUNS] : 0;
    r->n[NS_PER_CELL] = total * 1e6 / cells;
    r->n[RATE] = cells / total / 1000;
    r->n[FRAMES] = 1000 / total;
    note_paper(m, r);
    return bench_keep(b, r);
}

static bool keep_all(bench *b, const char *of, meshing *m) {
    bool ok = true;
    for (size_t i = 0; i < m->count && ok; i++)
        ok = keep(b, of, &m->meshers[i]);
    return ok;
}

static void print_field(const bench *b, const mesher *m, size_t first) {
    const paper_volume *p = paper_of(m);
    const row *r = &b->rows[first];
    for (size_t i = first + 1; i < b->row_count && r->n[ROW_RUNS] == 0; i++)
        r = &b->rows[i];
    fprintf(b->stream, "  %s, %.0fx%.0fx%.0f samples, isovalue %.9g: %.2f %% occupied, %.0f triangles", r->t[FIELD],
            r->n[SIZE_X], r->n[SIZE_Y], r->n[SIZE_Z], r->n[ISO], 100 * r->n[OCCUPANCY], r->n[TRIANGLES]);
    if (p)
        fprintf(b->stream, " (%s: %s %%, %s)", p->name, p->occupancy, p->triangles);
    fprintf(b->stream, "; ms, medians of %.0f run%s\n    memcpy of 64 MB: %.3f\n", r->n[ROW_RUNS],
            r->n[ROW_RUNS] > 1 ? "s" : "", r->n[COPY]);
}

/* ---- the fields ---- */

/* Two fifths of the built-in one's waves: of 256 samples as many cells are active as of the paper's Bunny. */
static float wide_gyroid(float x, float y, float z) {
    return field_gyroid(0.4f * x, 0.4f * y, 0.4f * z);
}

/* Spheres in spheres, as the paper's CThead. */
static float shells(float x, float y, float z) {
    return sinf(7.3f * sqrtf(x * x + y * y + z * z));
}

/* Each in the paper's sizes, which counts cells. */
enum { FIELD_SIZES = 3 };
static const field_desc FIELDS[] = {
    {"gyroid", wide_gyroid, {256, 256, 180}, NULL},  {"gyroid", wide_gyroid, {128, 128, 90}, NULL},
    {"gyroid", wide_gyroid, {64, 64, 45}, NULL},     {"shells", shells, {256, 256, 113}, NULL},
    {"shells", shells, {128, 128, 56}, NULL},        {"shells", shells, {64, 64, 28}, NULL},
    {"cayley", field_cayley, {256, 256, 256}, NULL}, {"cayley", field_cayley, {128, 128, 128}, NULL},
    {"cayley", field_cayley, {64, 64, 64}, NULL},
};

static bool measure_forms(bench *b, const field_desc *desc) {
    const size_t first = b->row_count;
    meshing m = {.count = 0};
    field_scene *s = field_scene_open(b, desc);
    bool ok = s != NULL;
    for (size_t i = 0; i < COUNT_OF(FORMS) && ok; i++)
        add(b, &m, s, &FORMS[i]);
    ok = ok && run_all(b, &m, 1) && keep_all(b, "forms", &m);
    if (ok)
        print_field(b, &m.meshers[0], first);
    meshing_close(&m);
    field_scene_close(s);
    return bench_show(b, ok, &meshes_table, first, NULL, NULL);
}

static bool measure_fields(bench *b) {
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(FIELDS) && ok; i += b->has_size ? FIELD_SIZES : 1) {
        field_desc d = FIELDS[i];
        for (int a = 0; a < 3; a++)
            d.size[a] = bench_side(b, d.size[a]);
        ok = measure_forms(b, &d);
    }
    return ok;
}

static bool measure_volume(bench *b) {
    const char *slash = strrchr(b->volume->path, '/'), *file = slash ? slash + 1 : b->volume->path;
    const bool is_file = b->volume->field == FIELD_COUNT;
    const field_desc d = {.name = is_file ? file : FIELD_NAMES[b->volume->field], .source = b->volume};
    return measure_forms(b, &d);
}

/* Cubes of any size, where programs that pad to powers of two climb a staircase; all in turn. */
static bool measure_scaling(bench *b) {
    static const uint32_t SIDES[] = {97, 128, 160, 192, 256};
    field_scene *scenes[COUNT_OF(SIDES)] = {NULL};
    const size_t first = b->row_count;
    meshing m = {.count = 0};
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(SIDES) && ok; i++) {
        field_desc d = {"cayley", field_cayley, {SIDES[i], SIDES[i], SIDES[i]}, NULL};
        scenes[i] = field_scene_open(b, &d);
        ok = scenes[i] != NULL;
        if (ok)
            add(b, &m, scenes[i], &FORMS[0]);
    }
    ok = ok && run_all(b, &m, 2);
    for (size_t i = 0; i < m.count && ok; i++) {
        row *r = &m.meshers[i].row;
        const double cells = (double)scenes[i]->counts.cells, beside = (double)scenes[1]->counts.cells; /* of 128's */
        r->n[RATIO] = r->n[TOTAL] / cells / (m.meshers[1].row.n[TOTAL] / beside);
        r->t[PAST] = r->n[RATIO] > BOUND ? "past the bound" : NULL;
    }
    ok = ok && keep_all(b, "scaling", &m);
    if (ok)
        fprintf(b->stream,
                "  cayley, FRAGMENT, welded, linear; all sizes in turn; ms, medians of %.0f runs; the bound of the "
                "ratio is %g\n"
                "    memcpy of 64 MB: %.3f\n",
                b->rows[first].n[ROW_RUNS], BOUND, b->rows[first].n[COPY]);
    if (ok)
        table_print(b->stream, SCALING, b->rows, first, b->row_count);
    meshing_close(&m);
    for (size_t i = 0; i < COUNT_OF(SIDES); i++)
        field_scene_close(scenes[i]);
    return ok;
}

bool bench_isosurfaces(bench *b) {
    bench_title(
        b, "Isosurfaces: from a field in a 3D texture to a mesh with normals in buffers; all of one field in turn");
    if (!b->volume)
        fprintf(
            b->stream,
            "  paper: Dyken et al. 2008, M cells/s (frames/s), drawn and not stored, GeForce 6600 GT and 8800 GTX, of "
            "Bunny, CThead and\n  Cayley; gyroid and shells stand for the first two. Of Cayley it has fewer triangles "
            "than every program finds today.\n");
    return b->volume ? measure_volume(b) : measure_fields(b) && (b->has_size || measure_scaling(b));
}
