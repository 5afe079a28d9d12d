/* fuzz_faults.c - scenarios in which one allocation, or one call of GL, fails.  SPDX-License-Identifier: MIT
 *
 * Each seed is one fault of one scenario; as many seeds in a row as there are faults, which the program tells at its end, reach
 * all of them. A call may answer an error that tells of the fault, and what depends on that call NOT_BUILT. What answers OK is
 * right. GL's state is left as it was, no GL object is lost, and the same scenario works again in the same context. */
#include "faults.h"
#include "fuzz.h"
#include "names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layouts.h"
#include "soups.h"
#include "volumes.h"

enum { W = 21, H = 13, D = 6, CELLS = W * H * D, RECORDS = 4096, PRIME = 7919 };

/* One run of a scenario. */
typedef struct trial {
    env *e;
    hpyr_context *context;
    fault_kind kind;
    int variant;    /* the scenario's own number */
    bool is_broken; /* a call has answered an error */
} trial;

/* ---- calls ---- */

static bool is_excuse(const trial *t, hpyr_result result) {
    if (result == HPYR_ERROR_OUT_OF_MEMORY)
        return faults_hit();
    if (result == HPYR_ERROR_NOT_BUILT)
        return t->is_broken;
    return t->kind == FAULT_GL && faults_hit() &&
           (result == HPYR_ERROR_GL || result == HPYR_ERROR_SHADER || result == HPYR_ERROR_BUFFER ||
            result == HPYR_ERROR_TEXTURE || result == HPYR_ERROR_UNSUPPORTED);
}

/* True where the call answered OK. */
static bool judge(trial *t, const char *call) {
    faults_disarm();
    hpyr_result result = env_leave(t->e, call, __FILE__, __LINE__);
    if (result == HPYR_OK)
        return true;
    if (!is_excuse(t, result))
        fuzz_fail("%s answered %s, %s had failed, call %u\nlog: %s", call, hpyr_result_string(result), faults_name(),
                  faults_asked(), t->e->log);
    t->is_broken = true;
    return false;
}

#define STEP(t, ...) (env_enter((t)->e), faults_arm(), (t)->e->result = (__VA_ARGS__), judge(t, #__VA_ARGS__))
#define STEP_VOID(t, ...)                                                                                              \
    (env_enter((t)->e), faults_arm(), (__VA_ARGS__), faults_disarm(), (t)->e->result = HPYR_OK,                        \
     (void)judge(t, #__VA_ARGS__))

/* ---- scenarios ---- */

static void run_context(trial *t) {
    const hpyr_caps *healthy = hpyr_context_caps(t->e->context);
    hpyr_context_desc desc = {.gl_version_cap = t->e->gl21 ? 21 : 0};
    hpyr_context *made = NULL;
    if (STEP(t, hpyr_context_create(&desc, &made))) {
        hpyr_caps caps = *hpyr_context_caps(made);
        caps.version = healthy->version;
        caps.renderer = healthy->renderer;
        bool cannot_render = strstr(faults_name(), "glCheckFramebufferStatus") != NULL; /* that is what a cap tells */
        if (!cannot_render && memcmp(&caps, healthy, sizeof caps) != 0)
            fuzz_fail("a context has other caps since %s failed: logic_op %d, not %d; filters %d %d, not %d %d",
                      faults_name(), caps.logic_op, healthy->logic_op, caps.filter_float, caps.filter_half,
                      healthy->filter_float, healthy->filter_half);
    }
    env_poison(t->e);
    STEP_VOID(t, hpyr_context_destroy(made));
}

/* Every layout in its own order, with both bases. */
static hpyr_pyramid_desc pyramid_of(const trial *t) {
    static const uint32_t depths[] = {1, D, 1, 1, 1, 1, D};
    return (hpyr_pyramid_desc){.width = W,
                               .height = H,
                               .depth = depths[t->variant % 7],
                               .layout = (hpyr_layout)(1 + t->variant % 7),
                               .base = t->variant < 7 ? HPYR_BASE_MERGED : HPYR_BASE_SEPARATE};
}

static void make_cells(const hpyr_pyramid_desc *d, image *im, uint32_t *counts) {
    uint64_t seed = 3;
    *im = image_make(HPYR_FORMAT_R8, 0, W, H, d->depth);
    for (uint32_t i = 0; i < W * H * d->depth; i++) {
        counts[i] = random_below(&seed, 3) == 0;
        image_set(im, i, counts[i]);
    }
    image_upload_to(im, d->depth > 1 ? GL_TEXTURE_3D : 0, 0);
}

static void ask_everything(trial *t, hpyr_pyramid *pyramid, const hpyr_ref_pyramid *oracle, GLuint buffer) {
    static hpyr_point points[RECORDS];
    const hpyr_point cell = {W - 1, H - 1, 0, 0};
    uint32_t total = 9, key = 9, expected = (uint32_t)answer_total(oracle);
    hpyr_report report;
    memset(points, 0xee, sizeof points);
    if (STEP(t, hpyr_pyramid_total(pyramid, &total)) && total != expected)
        fuzz_fail("total %u, not %u, after %s failed", total, expected, faults_name());
    if (STEP(t, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, RECORDS, 0, &report))) {
        if (report.written != expected)
            fuzz_fail("%u of %u points, after %s failed", (unsigned)report.written, expected, faults_name());
        check_points(points, oracle, 0, expected);
    }
    if (STEP(t, hpyr_pyramid_rank(pyramid, &cell, 1, &key)) && key != answer_rank(oracle, cell.x, cell.y, 0))
        fuzz_fail("rank %u, after %s failed", key, faults_name());
    for (uint32_t stride = 0; stride <= 20; stride += 20)
        if (STEP(t, hpyr_pyramid_extract_buffer(pyramid, 0, 10, buffer, 0, stride, &report)) && report.written != 10)
            fuzz_fail("%u points in a buffer, after %s failed", (unsigned)report.written, faults_name());
}

static void run_pyramid(trial *t) {
    hpyr_pyramid_desc desc = pyramid_of(t);
    const hpyr_discriminator_desc threshold = {.kind = HPYR_DISCRIMINATOR_KIND_THRESHOLD};
    hpyr_discriminator *discriminator = NULL;
    hpyr_pyramid *pyramid = NULL;
    hpyr_flat3d map;
    uint32_t counts[CELLS];
    image im;
    combination c = {desc.layout, HPYR_ORDER_DEFAULT, HPYR_COUNT_FORMAT_DEFAULT, desc.base};
    c.order = order_of(desc.layout);
    c.format = t->e->gl21 || desc.layout == HPYR_LAYOUT_BILINEAR ? HPYR_COUNT_FORMAT_FLOAT : HPYR_COUNT_FORMAT_UINT;
    if (!combination_runs(t->e, &c))
        return;
    assert_int_equal(hpyr_flat3d_arrange(W, H, desc.depth, 0, 4096, &map), HPYR_OK);
    make_cells(&desc, &im, counts);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume_in(counts, &map, c.order);
    GLuint buffer = buffer_of(NULL, 400);
    STEP(t, hpyr_discriminator_create(t->context, &threshold, &discriminator));
    if (STEP(t, hpyr_pyramid_create(t->context, &desc, &pyramid)) && discriminator) {
        STEP(t, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
        ask_everything(t, pyramid, oracle, buffer);
    }
    STEP_VOID(t, hpyr_pyramid_destroy(pyramid));
    STEP_VOID(t, hpyr_discriminator_destroy(discriminator));
    glDeleteBuffers(1, &buffer);
    image_free(&im);
}

static void check_mesh_counts(const hpyr_mesh_statistics *counts, const hpyr_ref_isosurface *expected) {
    if (memcmp(counts, &expected->counts, sizeof *counts) != 0)
        fuzz_fail("%" PRIu64 " triangles, %" PRIu64 " active cells, %" PRIu64 " edges, after %s failed",
                  counts->triangles, counts->active_cells, counts->crossed_edges, faults_name());
}

static void ask_isosurface(trial *t, hpyr_isosurface *iso, const mesh_job *job) {
    static hpyr_mesh_vertex vertices[3 * RECORDS];
    static uint32_t indices[3 * RECORDS];
    SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *expected = expected_mesh(job);
    hpyr_mesh_statistics counts;
    gpu_mesh m = {vertices, indices, expected->vertex_count, expected->triangle_count};
    assert_true(expected->triangle_count <= RECORDS);
    memset(vertices, 0xee, sizeof vertices);
    memset(indices, 0xee, sizeof indices);
    if (STEP(t, hpyr_isosurface_statistics(iso, &counts)))
        check_mesh_counts(&counts, expected);
    if (STEP(t, hpyr_isosurface_download(iso, vertices, 3 * RECORDS, indices, RECORDS, NULL)))
        compare_part(job, &m, expected, 0, 0, 0);
}

static void ask_cubes(trial *t, hpyr_marching_cubes *cubes, const mesh_job *job) {
    static hpyr_mesh_vertex vertices[3 * RECORDS];
    SCOPED(soup_of_job_free)
    soup_of_job soup = expected_soup(job, order_of(hpyr_marching_cubes_resolved(cubes)->layout));
    hpyr_mesh_statistics counts;
    gpu_mesh m = {vertices, NULL, soup.mesh.vertex_count, soup.mesh.triangle_count};
    assert_true(soup.mesh.triangle_count <= RECORDS);
    memset(vertices, 0xee, sizeof vertices);
    if (STEP(t, hpyr_marching_cubes_statistics(cubes, &counts)))
        check_mesh_counts(&counts, &soup.mesh);
    if (STEP(t, hpyr_marching_cubes_download(cubes, vertices, 3 * RECORDS, NULL)))
        compare_part(job, &m, &soup.mesh, 0, 0, 0);
}

static void run_isosurface(trial *t) {
    SCOPED(free_memory) float *samples = random_samples(9, 8, 5, 7);
    mesh_job job = job_of(samples, 9, 8, 5, 0.125f);
    job.expansion = t->e->gl21 ? HPYR_EXPANSION_VERTEX : (hpyr_expansion)(t->variant % 3);
    job.ref.mesh = job.expansion ? HPYR_MESH_FORM_SOUP : HPYR_MESH_FORM_WELDED;
    hpyr_isosurface_desc desc = job_desc(&job);
    hpyr_marching_cubes_desc soup_desc = cubes_desc(&job);
    SCOPED(image_free) image im = samples_texture(&job, 0, 5);
    hpyr_field field = field_of(&im);
    hpyr_isosurface *iso = NULL;
    hpyr_marching_cubes *cubes = NULL;
    if (!job.expansion && STEP(t, hpyr_isosurface_create(t->context, &desc, &iso))) {
        STEP(t, hpyr_isosurface_build(iso, &field, 0, job.ref.iso));
        ask_isosurface(t, iso, &job);
    } else if (job.expansion && STEP(t, hpyr_marching_cubes_create(t->context, &soup_desc, &cubes))) {
        STEP(t, hpyr_marching_cubes_build(cubes, &field, 0, job.ref.iso));
        ask_cubes(t, cubes, &job);
    }
    STEP_VOID(t, hpyr_isosurface_destroy(iso));
    STEP_VOID(t, hpyr_marching_cubes_destroy(cubes));
}

/* What a healthy voxelizer makes of the same soup is what a faulty one must, if it answers OK. */
static void run_voxelizer(trial *t) {
    const uint32_t size[3] = {14, 11, 40};
    enum { SIX_RAYS = HPYR_FILL_SOLID + 1 };
    bool wants_bits = t->variant && has_bits(t->e), six = wants_bits && t->variant == SIX_RAYS;
    hpyr_fill fill = six ? HPYR_FILL_SOLID : (hpyr_fill)(t->variant && t->variant != SIX_RAYS ? t->variant : 1);
    hpyr_voxelizer_desc desc = {size[0],
                                size[1],
                                size[2],
                                0,
                                wants_bits ? HPYR_VOXELIZER_KIND_BITS : HPYR_VOXELIZER_KIND_SLICES,
                                wants_bits ? fill : HPYR_FILL_THIN,
                                six ? HPYR_INSIDE_SIX_RAYS : HPYR_INSIDE_DEFAULT};
    SCOPED(soup_free) soup s = soup_sphere((const double[3]){0.013, -0.021, 0.034}, 0.8, 16);
    GLuint buffer = buffer_of(s.corners, (size_t)s.count * 36);
    hpyr_mesh mesh = {.positions.buffer = buffer, .triangle_count = s.count};
    hpyr_voxelizer *voxelizer = NULL;
    uint32_t skipped = 9;
    SCOPED(free_memory) uint8_t *expected = voxelize(t->e, size, desc.kind, desc.fill, &s);
    if (STEP(t, hpyr_voxelizer_create(t->context, &desc, &voxelizer))) {
        if (STEP(t, hpyr_voxelizer_run(voxelizer, &mesh, NULL))) {
            SCOPED(free_memory) uint8_t *got = read_voxels(t->e, voxelizer, NULL);
            check_voxels(got, expected, NULL, size, faults_name());
        }
        if (STEP(t, hpyr_voxelizer_count_skipped(voxelizer, &mesh, NULL, &skipped)) && skipped != 0)
            fuzz_fail("%u triangles are skipped, after %s failed", skipped, faults_name());
    }
    STEP_VOID(t, hpyr_voxelizer_destroy(voxelizer));
    glDeleteBuffers(1, &buffer);
}

typedef struct scenario {
    const char *name;
    void (*run)(trial *t);
    int variants;
} scenario;

static const scenario scenarios[] = {{"context", run_context, 1},
                                     {"pyramid", run_pyramid, 14},
                                     {"isosurface", run_isosurface, 3},
                                     {"voxelizer", run_voxelizer, 5}};

enum { SCENARIOS = sizeof scenarios / sizeof *scenarios, MOST_VARIANTS = 14 };

/* ---- one fault ---- */

static void run(env *e, const scenario *s, int variant, fault_kind kind, hpyr_context *context) {
    trial t = {.e = e, .context = context, .kind = kind, .variant = variant};
    s->run(&t);
}

static hpyr_context *make_context(env *e) {
    hpyr_context_desc desc = {.gl_version_cap = e->gl21 ? 21 : 0};
    hpyr_context *context = NULL;
    assert_int_equal(hpyr_context_create(&desc, &context), HPYR_OK);
    env_poison(e);
    return context;
}

static uint32_t counted[SCENARIOS][MOST_VARIANTS][FAULT_KINDS];

static uint64_t count_faults(env *e) {
    uint64_t sum = 0;
    for (int s = 0; s < SCENARIOS; s++)
        for (int v = 0; v < scenarios[s].variants; v++)
            for (int k = 0; k < FAULT_KINDS; k++) {
                hpyr_context *context = make_context(e);
                faults_begin((fault_kind)k, 0, false);
                run(e, &scenarios[s], v, (fault_kind)k, context);
                counted[s][v][k] = faults_asked();
                sum += faults_asked();
                hpyr_context_destroy(context);
            }
    return sum;
}

/* One fault, then the same scenario without one. */
static void try_fault(fuzz *f, env *e, int s, int v, fault_kind kind, uint32_t at, bool lasting) {
    char call[160];
    names before = names_count(e);
    snprintf(call, sizeof call, "%s %d: %s %u of %u fails%s", scenarios[s].name, v,
             kind == FAULT_MEMORY ? "allocation" : "call of GL", at, counted[s][v][kind],
             lasting ? " and all that follow" : "");
    fuzz_call(f, call);
    hpyr_context *context = make_context(e);
    faults_begin(kind, at, lasting);
    run(e, &scenarios[s], v, kind, context);
    faults_begin(kind, 0, false);
    env_clear_log(e);
    run(e, &scenarios[s], v, kind, context);
    hpyr_context_destroy(context);
    names after = names_count(e);
    if (!names_compare(&before, &after))
        fuzz_fail("GL objects were lost");
}

static void one_case(fuzz *f, env *e) {
    static uint64_t faults;
    if (!faults) {
        bool hostile = e->hostile;
        e->hostile = false;
        faults = count_faults(e);
        e->hostile = hostile;
        printf("%" PRIu64 " faults\n", faults);
        if (!faults)
            exit(runner_skip_all("the linker has nothing to wrap in a shared library"));
    }
    uint64_t index = f->seed * PRIME % faults;
    for (int s = 0; s < SCENARIOS; s++)
        for (int v = 0; v < scenarios[s].variants; v++)
            for (int k = 0; k < FAULT_KINDS; index -= counted[s][v][k], k++)
                if (index < counted[s][v][k]) {
                    try_fault(f, e, s, v, (fault_kind)k, (uint32_t)index + 1, fuzz_chance(f, 3));
                    return;
                }
}

static void name_fault(void) {
    if (faults_hit())
        fprintf(stderr, "the last that failed was %s\n", faults_name());
}

int main(int argc, char **argv) {
    atexit(name_fault);
    return fuzz_run(argc, argv, one_case);
}
