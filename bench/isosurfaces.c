/* isosurfaces.c - marching cubes in all forms of the library, as tables 1 and 2 of Dyken et al. 2008.
 * SPDX-License-Identifier: MIT
 *
 * A time is what a caller waits for who has a field in a 3D texture on the GPU and wants a mesh in buffers ready to draw: any
 * copy of the field, classification, pyramids, the counts' way to the CPU, and the extraction. The buffers are there already. */
#include "field_scene.h"
#include "parts.h"
#include "report.h"
#include "scene.h"

#include "common/files/copier.h"
#include "common/files/median.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const mesh_form FORMS[] = {
    {MESH_FRAGMENT, HPYR_MESH_FORM_WELDED, HPYR_EDGE_VERTEX_LINEAR},
    {MESH_FRAGMENT, HPYR_MESH_FORM_SOUP, HPYR_EDGE_VERTEX_LINEAR},
    {MESH_VERTEX, HPYR_MESH_FORM_SOUP, HPYR_EDGE_VERTEX_LINEAR},
    {MESH_VERTEX, HPYR_MESH_FORM_SOUP, HPYR_EDGE_VERTEX_MIDPOINT},
    {MESH_GEOMETRY, HPYR_MESH_FORM_SOUP, HPYR_EDGE_VERTEX_LINEAR},
    {MESH_GEOMETRY, HPYR_MESH_FORM_SOUP, HPYR_EDGE_VERTEX_MIDPOINT},
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum { MAX_MESHERS = 8, WARM_RUNS = 2 };

typedef struct mesher {
    field_scene *scene;
    mesh_form form;
    hpyr_layout layout;          /* of VERTEX and GEOMETRY */
    hpyr_isosurface *isosurface; /* FRAGMENT; NULL if it was refused */
    hpyr_marching_cubes *cubes;  /* VERTEX and GEOMETRY; NULL if it was refused */
    char reason[ERROR_SIZE];
    double ms[MESH_TIMES][BENCH_MAX_RUNS], gpu_ms[BENCH_MAX_RUNS];
} mesher;

/* What takes turns. */
typedef struct meshing {
    mesher meshers[MAX_MESHERS];
    size_t count;
    copier copy;
    double copy_ms[BENCH_MAX_RUNS];
    uint32_t runs;
} meshing;

static void meshing_close(meshing *m) {
    for (size_t i = 0; m && i < m->count; i++) {
        hpyr_isosurface_destroy(m->meshers[i].isosurface);
        hpyr_marching_cubes_destroy(m->meshers[i].cubes);
    }
    if (m) {
        copier_destroy(&m->copy);
        free(m);
    }
}

static meshing *meshing_open(void) {
    meshing *m = calloc(1, sizeof *m);
    if (!m || !copier_create(&m->copy)) {
        error_set("out of memory");
        meshing_close(m);
        return NULL;
    }
    return m;
}

static void add(const bench *b, meshing *m, field_scene *s, const mesh_form *f) {
    mesher *added = &m->meshers[m->count++];
    added->scene = s;
    added->form = *f;
    added->layout = b->layout;
}

static bool is_fragment(const mesher *m) {
    return m->form.expansion == MESH_FRAGMENT;
}

static bool is_there(const mesher *m) {
    return m->isosurface || m->cubes;
}

static hpyr_isosurface_desc describe_isosurface(const mesher *m) {
    hpyr_isosurface_desc d = {0};
    d.grid = volume_grid(&m->scene->volume);
    d.mesh = m->form.mesh;
    d.vertex = m->form.vertex;
    return d;
}

static hpyr_marching_cubes_desc describe_cubes(const mesher *m) {
    hpyr_marching_cubes_desc d = {0};
    d.grid = volume_grid(&m->scene->volume);
    d.vertex = m->form.vertex;
    d.expansion = m->form.expansion == MESH_VERTEX ? HPYR_EXPANSION_VERTEX : HPYR_EXPANSION_GEOMETRY;
    d.layout = m->layout;
    return d;
}

/* ---- one run ---- */

static bool check(bench *b, const mesher *m, hpyr_result result, const char *what) {
    return result == HPYR_OK ||
           error_set("isosurfaces, %s, %ux%ux%u samples: %s: %s: %.300s", m->scene->name,
                     (unsigned)m->scene->volume.size[0], (unsigned)m->scene->volume.size[1],
                     (unsigned)m->scene->volume.size[2], what, hpyr_result_string(result), b->logged);
}

static hpyr_result build(const mesher *m) {
    hpyr_field field = {0};
    field.texture = m->scene->texture;
    return is_fragment(m) ? hpyr_isosurface_build(m->isosurface, &field, 0, m->scene->iso)
                          : hpyr_marching_cubes_build(m->cubes, &field, 0, m->scene->iso);
}

static hpyr_result extract(const mesher *m) {
    hpyr_mesh_output output = {0};
    output.vertex_buffer = m->scene->vertex_buffer;
    output.index_buffer = m->form.mesh == HPYR_MESH_FORM_WELDED ? m->scene->index_buffer : 0;
    output.vertex_count = output.triangle_count = HPYR_ALL;
    return is_fragment(m) ? hpyr_isosurface_extract(m->isosurface, &output, NULL)
                          : hpyr_marching_cubes_extract(m->cubes, &output, NULL);
}

/* The mesh is known to be right in size: whole, without a call for counts, since the extraction asks for them itself. */
static bool run(bench *b, mesher *m, double ms[MESH_TIMES], double *gpu_ms) {
    glFinish();
    double start = clock_ms();
    gpu_timer_start(&b->timer);
    hpyr_result built = build(m);
    glFinish(); /* costs nothing: the counts wait for it anyway */
    double middle = clock_ms();
    hpyr_result extracted = built == HPYR_OK ? extract(m) : HPYR_OK;
    gpu_timer_stop(&b->timer);
    glFinish();
    double end = clock_ms();
    ms[MESH_BUILD] = middle - start;
    ms[MESH_EXTRACT] = end - middle;
    ms[MESH_TOTAL] = end - start;
    *gpu_ms = gpu_timer_read(&b->timer);
    return check(b, m, built, "build") && check(b, m, extracted, "extraction");
}

/* ---- the first run, which is checked ---- */

static bool counts_are_right(bench *b, const mesher *m) {
    hpyr_mesh_statistics counts;
    const hpyr_mesh_statistics *expected = &m->scene->counts;
    bool welds = m->form.mesh == HPYR_MESH_FORM_WELDED;
    hpyr_result result = is_fragment(m) ? hpyr_isosurface_statistics(m->isosurface, &counts)
                                        : hpyr_marching_cubes_statistics(m->cubes, &counts);
    return check(b, m, result, "counts") &&
           ((counts.cells == expected->cells && counts.active_cells == expected->active_cells &&
             counts.triangles == expected->triangles && (!welds || counts.crossed_edges == expected->crossed_edges)) ||
            error_set("isosurfaces, %s: %llu triangles, the oracle has %llu", m->scene->name,
                      (unsigned long long)counts.triangles, (unsigned long long)expected->triangles));
}

static bool run_first(bench *b, mesher *m) {
    double ms[MESH_TIMES], gpu_ms;
    hpyr_isosurface_desc isosurface = describe_isosurface(m);
    hpyr_marching_cubes_desc cubes = describe_cubes(m);
    hpyr_result result = is_fragment(m) ? hpyr_isosurface_create(b->context, &isosurface, &m->isosurface)
                                        : hpyr_marching_cubes_create(b->context, &cubes, &m->cubes);
    if (result == HPYR_ERROR_UNSUPPORTED || result == HPYR_ERROR_TOO_LARGE) {
        line_write(m->reason, sizeof m->reason, "%s: %.900s", hpyr_result_string(result), b->logged);
        b->logged[0] = '\0';
        return true;
    }
    if (!check(b, m, result, "creation"))
        return false;
    if (m->cubes)
        m->layout = hpyr_marching_cubes_resolved(m->cubes)->layout;
    return field_scene_wipe(m->scene) && run(b, m, ms, &gpu_ms) && counts_are_right(b, m) &&
           field_scene_is_right(b, m->scene, &m->form, m->layout);
}

/* ---- all runs ---- */

/* In turn, so that a machine that others use at times slows all of them down and not one. */
static bool run_in_turn(bench *b, meshing *m, uint32_t at) {
    bool ok = true;
    for (size_t i = 0; i < m->count && ok; i++) {
        mesher *one = &m->meshers[i];
        double ms[MESH_TIMES], gpu_ms;
        ok = !is_there(one) || run(b, one, ms, &gpu_ms);
        for (int t = 0; t < MESH_TIMES && ok && is_there(one); t++) {
            one->ms[t][at] = ms[t];
            one->gpu_ms[at] = gpu_ms;
        }
    }
    m->copy_ms[at] = copier_run(&m->copy);
    return ok;
}

static bool run_all(bench *b, meshing *m, double budget_ms) {
    uint32_t most = b->repeat ? b->repeat : BENCH_MOST_RUNS;
    bool ok = true, enough = false;
    for (size_t i = 0; i < m->count && ok; i++)
        ok = run_first(b, &m->meshers[i]);
    for (size_t i = 0; i < m->count; i++)
        field_scene_forget(m->meshers[i].scene);
    /* Drivers may compile a shader again for the second run, whose state is not the first's. */
    for (int i = 1; i < WARM_RUNS && ok; i++)
        ok = run_in_turn(b, m, 0);
    double start = clock_ms();
    for (m->runs = 0; m->runs < most && !enough && ok; m->runs++) {
        ok = run_in_turn(b, m, m->runs);
        enough = !b->repeat && m->runs + 1 >= BENCH_LEAST_RUNS && clock_ms() - start > budget_ms;
    }
    return ok;
}

/* ---- rows ---- */

static mesh_row *append_row(bench *b) {
    if (b->mesh_count == b->mesh_capacity) {
        size_t capacity = b->mesh_capacity ? b->mesh_capacity * 2 : 64;
        mesh_row *grown = realloc(b->meshes, capacity * sizeof *grown);
        if (!grown) {
            error_set("out of memory");
            return NULL;
        }
        b->meshes = grown;
        b->mesh_capacity = capacity;
    }
    return memset(&b->meshes[b->mesh_count++], 0, sizeof *b->meshes);
}

static bool keep_row(bench *b, const char *table, mesher *m, uint32_t runs, double copy_ms) {
    mesh_row *r = append_row(b);
    hpyr_isosurface_desc isosurface = describe_isosurface(m);
    hpyr_marching_cubes_desc cubes = describe_cubes(m);
    if (!r)
        return false;
    r->table = table;
    line_write(r->field, sizeof r->field, "%s", m->scene->name);
    memcpy(r->samples, m->scene->volume.size, sizeof r->samples);
    r->iso = m->scene->iso;
    r->counts = m->scene->counts;
    r->form = m->form;
    r->layout = m->layout;
    r->bytes =
        is_fragment(m) ? hpyr_isosurface_bytes(b->context, &isosurface) : hpyr_marching_cubes_bytes(b->context, &cubes);
    r->runs = is_there(m) ? runs : 0;
    r->copy_ms = copy_ms;
    r->gpu_ms = NAN;
    memcpy(r->reason, m->reason, sizeof r->reason);
    for (int t = 0; t < MESH_TIMES; t++)
        r->ms[t] = r->runs ? median_of(m->ms[t], runs) : NAN;
    if (r->runs && !isnan(m->gpu_ms[0]))
        r->gpu_ms = median_of(m->gpu_ms, runs);
    return true;
}

static bool keep_rows(bench *b, const char *table, meshing *m) {
    double copy_ms = median_of(m->copy_ms, m->runs);
    bool ok = true;
    for (size_t i = 0; i < m->count && ok; i++)
        ok = keep_row(b, table, &m->meshers[i], m->runs, copy_ms);
    return ok;
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

static const struct {
    const char *name;
    surface_field *function;
    uint32_t sizes[3][3]; /* the paper's, which counts cells */
} FIELDS[] = {
    {"gyroid", wide_gyroid, {{256, 256, 180}, {128, 128, 90}, {64, 64, 45}}},
    {"shells", shells, {{256, 256, 113}, {128, 128, 56}, {64, 64, 28}}},
    {"cayley", field_cayley, {{256, 256, 256}, {128, 128, 128}, {64, 64, 64}}},
};

static bool measure_forms(bench *b, const field_desc *desc) {
    size_t first = b->mesh_count;
    meshing *m = meshing_open();
    field_scene *s = m ? field_scene_open(b, desc) : NULL;
    bool ok = s != NULL;
    for (size_t i = 0; i < COUNT_OF(FORMS) && ok; i++)
        add(b, m, s, &FORMS[i]);
    ok = ok && run_all(b, m, b->budget_ms) && keep_rows(b, "forms", m);
    if (ok)
        report_meshes(b, first);
    meshing_close(m);
    field_scene_close(s);
    return ok;
}

static bool measure_fields(bench *b) {
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(FIELDS) && ok; i++) {
        for (int k = 0; k < 3 && ok && !(b->has_size && k > 0); k++) {
            field_desc d = {0};
            d.name = FIELDS[i].name;
            d.function = FIELDS[i].function;
            for (int a = 0; a < 3; a++)
                d.size[a] = b->has_size ? b->sizes[0] : FIELDS[i].sizes[k][a];
            ok = measure_forms(b, &d);
        }
    }
    return ok;
}

static bool measure_volume(bench *b) {
    bool is_file = b->volume->field == FIELD_COUNT;
    const char *slash = strrchr(b->volume->path, '/');
    field_desc d = {0};
    d.name = !is_file ? FIELD_NAMES[b->volume->field] : slash ? slash + 1 : b->volume->path;
    d.source = b->volume;
    return measure_forms(b, &d);
}

/* Cubes of any size, where programs that pad to powers of two climb a staircase; all in turn. */
static bool measure_scaling(bench *b) {
    static const uint32_t SIDES[] = {97, 128, 160, 192, 256};
    field_scene *scenes[COUNT_OF(SIDES)] = {NULL};
    size_t first = b->mesh_count;
    meshing *m = meshing_open();
    bool ok = m != NULL;
    for (size_t i = 0; i < COUNT_OF(SIDES) && ok; i++) {
        field_desc d = {"cayley", field_cayley, {SIDES[i], SIDES[i], SIDES[i]}, NULL};
        scenes[i] = field_scene_open(b, &d);
        ok = scenes[i] != NULL;
        if (ok)
            add(b, m, scenes[i], &FORMS[0]);
    }
    ok = ok && run_all(b, m, b->budget_ms * 2) && keep_rows(b, "scaling", m);
    if (ok)
        report_mesh_scaling(b, first);
    meshing_close(m);
    for (size_t i = 0; i < COUNT_OF(SIDES); i++)
        field_scene_close(scenes[i]);
    return ok;
}

bool bench_isosurfaces(bench *b) {
    report_mesh_title(b);
    if (bench_has_floats(b)) {
        fprintf(b->stream, "  needs OpenGL 3.3: 2.1 draws meshes, and has no buffers to write them to\n");
        return true;
    }
    return b->volume ? measure_volume(b) : measure_fields(b) && (b->has_size || measure_scaling(b));
}
