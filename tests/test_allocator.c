/* test_allocator.c - all memory of a context and its objects comes from the caller's allocator and goes back to it; a call says
 * where it had none.  SPDX-License-Identifier: MIT
 *
 * The linker passes the allocations of the library and of the test through here (--wrap): while a call of the library runs, the
 * allocator alone may make some. Those of a shared library it cannot reach. */
#include "blocks.h"
#include "corners.h"
#include "flows.h"
#include "matrices.h"
#include "quadtrees.h"
#include "soups.h"
#include "surfaces_gl.h"
#include "volumes.h"

#include <histopyramid/nearest.h>
#include <histopyramid/normals.h>

#include <stdlib.h>
#include <string.h>

/* ---- who allocates ---- */

static bool in_library;
static int strays; /* calls of malloc and of its like that the library made by itself */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);
void __real_env_enter(env *e);
void __wrap_env_enter(env *e);
hpyr_result __real_env_leave(env *e, const char *call, const char *file, int line);
hpyr_result __wrap_env_leave(env *e, const char *call, const char *file, int line);

static void see(void) {
    strays += in_library && !blocks_at_work();
}

void *__wrap_malloc(size_t size) {
    see();
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    see();
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    see();
    return __real_realloc(memory, size);
}

void __wrap_free(void *memory) {
    see();
    __real_free(memory);
}

void __wrap_env_enter(env *e) {
    __real_env_enter(e);
    in_library = true;
}

hpyr_result __wrap_env_leave(env *e, const char *call, const char *file, int line) {
    in_library = false;
    return __real_env_leave(e, call, file, line);
}

/* ---- a context that has this allocator ---- */

static int errors; /* messages of the log */

static void count_errors(hpyr_log_level level, const char *message, void *user) {
    (void)message;
    (void)user;
    errors += level == HPYR_LOG_LEVEL_ERROR;
}

static hpyr_result create_with(const env *e, blocks *memory, hpyr_context **context) {
    const hpyr_context_desc desc = {
        .log = count_errors, .gl_version_cap = e->gl21 ? 21 : 0, .allocator = blocks_allocator(memory)};
    return hpyr_context_create(&desc, context);
}

/* ---- objects of every module ---- */

static void use_pyramids(env *e) {
    SCOPED(image_free) image im = image_filled(HPYR_FORMAT_R8, 9, 7, 1, 3);
    char points[63 * 20], text[65536];
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    for (int layout = HPYR_LAYOUT_AUTO; layout <= HPYR_LAYOUT_BILINEAR; layout++) {
        const hpyr_pyramid_desc desc = {.width = 9, .height = 7, .layout = (hpyr_layout)layout};
        hpyr_pyramid *pyramid;
        uint32_t key;
        if (CALL(e, hpyr_pyramid_create(e->context, &desc, &pyramid)) != HPYR_OK) /* not every GL has every layout */
            continue;
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
        OK(e, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, sizeof points, 20, NULL));
        OK(e, hpyr_pyramid_rank(pyramid, &(hpyr_point){1, 2, 0, 0}, 1, &key));
        OK(e, hpyr_pyramid_glsl(pyramid, NULL, text, sizeof text, NULL));
        CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
    }
}

/* The last one does not compile, and the driver has much to say about it. */
static void use_discriminators(env *e) {
    static const float pattern[4] = {0, 1, 2, 0};
    static const hpyr_range ranges[] = {{0.1, 0.2}, {0.6, 0.8}};
    char wrong[2048] = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n";
    while (strlen(wrong) < 2000)
        strcat(wrong, "    cell += a_name_that_is_not_there;\n");
    const hpyr_discriminator_desc descs[] = {
        {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = ranges, .range_count = 2},
        {.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE,
         .has_threshold = true,
         .threshold = 1,
         .pattern = pattern,
         .pattern_width = 2,
         .pattern_height = 2},
        {.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
         .glsl = "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(1); }\n"},
        {.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = wrong}};
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, 9, 7, 1);
    image_upload(&im);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 9, 7);
    for (size_t i = 0; i < LENGTH(descs); i++) {
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator;
        OK(e, hpyr_discriminator_create(e->context, &descs[i], &discriminator));
        EXPECT(e, descs[i].glsl == wrong ? HPYR_ERROR_SHADER : HPYR_OK,
               hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    }
}

static void use_lists(env *e) {
    static const double bounds[] = {3, 40};
    SCOPED(delete_buffer) const GLuint buffer = untouched_buffer(1024);
    const hpyr_list list = {.buffer = buffer, .type = HPYR_LIST_TYPE_UINT};
    const hpyr_length length = {.count = 61};
    hpyr_lists *lists = make_lists(e, 64, HPYR_LIST_OPERATION_ALL);
    OK(e, hpyr_lists_sort(lists, &(hpyr_lists_sort_desc){.keys = list, .sorted_keys = list, .length = length}));
    OK(e, hpyr_lists_scan(lists, &(hpyr_lists_scan_desc){.input = list, .output = list, .length = length}));
    OK(e, hpyr_lists_partition(
              lists, &(hpyr_lists_partition_desc){
                         .keys = list, .partitioned_keys = list, .bounds = bounds, .bin_count = 3, .length = length}));
    free_lists(e, lists);
}

static void use_matrices(env *e) {
    SCOPED(matrix_free) matrix m = matrix_make(MATRIX_THIN, 20, 30, 0, 0, 1);
    const hpyr_texture dense = matrix_upload(&m);
    SCOPED(stored_matrix_free) stored_matrix out = stored_matrix_make(&m, false, 1);
    SCOPED(destroy_sparse) hpyr_sparse *sparse = make_sparse(e, 20, 30, m.room, HPYR_SPARSE_OPERATION_ALL);
    OK(e, hpyr_sparse_convert(sparse, &(hpyr_sparse_convert_desc){.dense = dense, .sparse = out.matrix}));
    glDeleteTextures(1, &dense.name);
}

static void use_flows(env *e) {
    SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 6, 6, 6, 7);
    uint32_t count;
    flow_field_turn(&field, (const double[3]){0});
    flow_field_fill(&field, flow_abc);
    flow_field_upload(e, &field, 0);
    SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
    const hpyr_flow_field given = flow_given(&field);
    OK(e, hpyr_flow_build(flow, &given));
    free(flow_download(e, flow, &count));
}

static void use_features(env *e) {
    SCOPED(image_free) image im = picture_make(PICTURE_BLOCKS, HPYR_FORMAT_R8, 20, 20, 3);
    image_upload(&im);
    for (int detector = HPYR_DETECTOR_HARRIS; detector <= HPYR_DETECTOR_BLOB; detector++) {
        hpyr_feature record;
        hpyr_features *features =
            make_features(e, &(hpyr_features_desc){.width = 20, .height = 20, .detector = detector});
        OK(e, hpyr_features_detect(features, &im.texture));
        (void)CALL(e, hpyr_features_download(features, 0, HPYR_ALL, &record, 1, NULL)); /* it may be TRUNCATED */
        free_features(e, features);
    }
}

static void use_quadtrees(env *e) {
    SCOPED(image_free) image im = picture_make(PICTURE_NOISY, HPYR_FORMAT_RGBA8, 40, 21, 3);
    const hpyr_quadtree_desc desc = desc_of(&im);
    char text[4096];
    image_upload(&im);
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    OK(e, hpyr_quadtree_build(tree, &im.texture, 2));
    OK(e, hpyr_quadtree_glsl(tree, NULL, text, sizeof text, NULL));
}

static void use_octrees(env *e) {
    SCOPED(delete_buffer) const GLuint buffer = untouched_buffer(1024);
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &(hpyr_octree_desc){.capacity = 30, .depth = 3});
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, 30, 0, 3, 1);
    SCOPED(points_release) hpyr_octree_points points = points_upload(&set);
    OK(e, hpyr_octree_build(octree, &points));
    OK(e, hpyr_octree_extract_buffer(octree, HPYR_OCTREE_ARRAY_PARENTS, 0, 8, buffer, 0, NULL));
    OK(e, hpyr_normals_estimate(octree, NULL, buffer, 0, NULL));
    OK(e, hpyr_octree_nearest(
              octree, &(hpyr_octree_nearest_desc){.queries = points.positions, .count = 30, .indices = buffer}, NULL));
}

static void use_poisson(env *e) {
    const hpyr_poisson_desc desc = {.capacity = 40, .depth = 3, .screening = 1};
    SCOPED(scan_free) scan scan = scan_sphere(desc.capacity, desc.depth, 1.2, -1);
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    float entries[3];
    solve_scan(e, poisson, &scan);
    OK(e, hpyr_poisson_download(poisson, HPYR_POISSON_ARRAY_FIELD, 0, 1, entries, 1, NULL));
    SCOPED(surface_free) scan_surface surface = surface_make(e, poisson, NULL);
}

/* A grid of 5x5x5 samples that grow along x. */
static float *slope(void) {
    static float samples[125];
    for (int i = 0; i < 125; i++)
        samples[i] = (float)(i % 5) - 1.5f;
    return samples;
}

static void use_isosurfaces(env *e) {
    static const char *const glsl = "float hpyr_field_at(vec3 p) { return p.x - 1.5; }\n";
    mesh_job job = job_of(slope(), 5, 5, 5, 0);
    const hpyr_isosurface_desc desc = job_desc(&job);
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
    char text[65536];
    SCOPED(image_free) image im = samples_texture(&job, 0, 5);
    const hpyr_field fields[] = {field_of(&im), {.glsl = glsl}};
    for (size_t i = 0; i < LENGTH(fields); i++)
        OK(e, hpyr_isosurface_build(iso, &fields[i], 0, 0));
    OK(e, hpyr_isosurface_glsl(iso, NULL, text, sizeof text, NULL));
}

static void use_marching_cubes(env *e) {
    mesh_job job = soup_job(slope(), 5, 5, 5, 0, HPYR_EXPANSION_VERTEX);
    hpyr_mesh_vertex vertex;
    char text[65536];
    SCOPED(image_free) image im;
    SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = build_job(e, &job, &im);
    EXPECT(e, HPYR_TRUNCATED, hpyr_marching_cubes_download(cubes, &vertex, 1, NULL));
    OK(e, hpyr_marching_cubes_glsl(cubes, NULL, text, sizeof text, NULL));
}

static void use_slices(env *e) {
    const uint32_t size[3] = {12, 11, 10};
    SCOPED(soup_free) soup s = soup_sphere((const double[3]){0, 0, 0}, 0.8, 8);
    SCOPED(delete_buffer) const GLuint buffer = buffer_of(s.corners, (size_t)s.count * 36);
    const hpyr_mesh mesh = {.positions.buffer = buffer, .triangle_count = s.count};
    uint32_t skipped;
    SCOPED(destroy_voxelizer)
    hpyr_voxelizer *slices = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN);
    OK(e, hpyr_voxelizer_run(slices, &mesh, NULL));
    OK(e, hpyr_voxelizer_count_skipped(slices, &mesh, NULL, &skipped));
}

static void use_bits(env *e) {
    const uint32_t size[3] = {12, 11, 10};
    SCOPED(soup_free) soup s = soup_sphere((const double[3]){0, 0, 0}, 0.8, 8);
    SCOPED(delete_buffer) const GLuint buffer = buffer_of(s.corners, (size_t)s.count * 36);
    const hpyr_mesh_part surface = {.mesh = {.positions.buffer = buffer, .triangle_count = s.count}};
    const hpyr_pyramid_desc desc = {
        .width = 12, .height = 11, .depth = 10, .layout = HPYR_LAYOUT_BITS, .order = HPYR_ORDER_COLUMN};
    SCOPED(image_free) image colors = image_make(HPYR_FORMAT_RGBA8, 0, 40, 40, 1);
    hpyr_texture bits;
    free(voxelize_solid(e, size, HPYR_INSIDE_SIX_RAYS, &s));
    image_upload(&colors);
    SCOPED(destroy_voxelizer)
    hpyr_voxelizer *voxelizer = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    OK(e, hpyr_voxelizer_run(voxelizer, &surface.mesh, NULL));
    OK(e, hpyr_voxelizer_volume(voxelizer, &bits));
    OK(e, hpyr_pyramid_build_bits(pyramid, &bits));
    OK(e, hpyr_voxelizer_attributes(voxelizer, pyramid, &surface, 1, NULL, &colors.texture, NULL));
}

static const struct {
    const char *name;
    void (*use)(env *e);
    bool runs_on_21;
} modules[] = {
    {"pyramids", use_pyramids, true},    {"discriminators", use_discriminators, true},
    {"slices", use_slices, true},        {"marching cubes", use_marching_cubes, true},
    {"lists", use_lists, false},         {"matrices", use_matrices, false},
    {"flows", use_flows, false},         {"features", use_features, false},
    {"quadtrees", use_quadtrees, false}, {"octrees", use_octrees, false},
    {"poisson", use_poisson, false},     {"isosurfaces", use_isosurfaces, false},
    {"bits", use_bits, false},
};

/* ---- tests ---- */

GPU_TEST(all_memory_comes_from_the_allocator_and_goes_back) {
    hpyr_context *const whole = e->context;
    for (size_t i = 0; i < LENGTH(modules); i++) {
        blocks memory = {.passing = -1};
        if (e->gl21 && !modules[i].runs_on_21)
            continue;
        strays = 0;
        OK(e, create_with(e, &memory, &e->context));
        env_poison(e);
        modules[i].use(e);
        CALL_VOID(e, hpyr_context_destroy(e->context));
        e->context = whole;
        if (memory.count || memory.bytes || strays)
            fail_msg("%s: %zu blocks of %zu bytes are left, %d calls of malloc or free", modules[i].name, memory.count,
                     memory.bytes, strays);
        assert_true(memory.asked > 10);
    }
}

static hpyr_result build_one(const env *e, blocks *memory, const hpyr_texture *input) {
    const hpyr_pyramid_desc desc = {.width = 9, .height = 7};
    hpyr_context *context = NULL;
    hpyr_discriminator *discriminator = NULL;
    hpyr_pyramid *pyramid = NULL;
    uint32_t total;
    hpyr_result result = create_with(e, memory, &context);
    if (result == HPYR_OK)
        result = hpyr_discriminator_create(context, NULL, &discriminator);
    if (result == HPYR_OK)
        result = hpyr_pyramid_create(context, &desc, &pyramid);
    if (result == HPYR_OK)
        result = hpyr_pyramid_build(pyramid, discriminator, input);
    if (result == HPYR_OK)
        result = hpyr_pyramid_total(pyramid, &total);
    hpyr_context_destroy(context); /* objects keep what they need of it */
    hpyr_pyramid_destroy(pyramid);
    hpyr_discriminator_destroy(discriminator);
    return result;
}

GPU_TEST(each_call_of_the_allocator_may_fail) {
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, 9, 7, 1);
    hpyr_result result = HPYR_ERROR_OUT_OF_MEMORY;
    int passing = 0;
    image_upload(&im);
    for (; result != HPYR_OK; passing++) {
        blocks memory = {.passing = passing, .grows_too = true};
        errors = 0;
        result = CALL(e, build_one(e, &memory, &im.texture));
        env_poison(e);
        assert_true(memory.count == 0 && memory.bytes == 0);
        if (result != HPYR_OK && (result != HPYR_ERROR_OUT_OF_MEMORY || !errors))
            fail_msg("after %d calls: %s, %d messages", passing, hpyr_result_string(result), errors);
    }
    assert_true(passing > 10);
}

GPU_TEST(an_allocator_has_all_functions_or_none) {
    for (int missing = 1; missing < 7; missing++) {
        blocks memory = {.passing = -1};
        hpyr_context_desc desc = {.log = count_errors, .allocator = blocks_allocator(&memory)};
        hpyr_context *context = e->context;
        errors = 0;
        if (missing & 1)
            desc.allocator.allocate = NULL;
        if (missing & 2)
            desc.allocator.reallocate = NULL;
        if (missing & 4)
            desc.allocator.free = NULL;
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_context_create(&desc, &context));
        assert_true(!context && errors == 1 && memory.asked == 0);
    }
}

GPU_TEST(a_log_may_be_changed) {
    const hpyr_discriminator_desc wrong = {.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM};
    hpyr_discriminator *discriminator;
    hpyr_context *context = NULL;
    blocks memory = {.passing = -1};
    OK(e, create_with(e, &memory, &context));
    env_poison(e);
    errors = 0;
    for (int times = 0; times < 3; times++) {
        OK(e, hpyr_context_set_log(context, times % 2 ? NULL : count_errors, NULL));
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_discriminator_create(context, &wrong, &discriminator));
    }
    assert_int_equal(errors, 2);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_context_set_log(NULL, count_errors, NULL));
    CALL_VOID(e, hpyr_context_destroy(context));
}

int main(void) {
    unsetenv("HPYR_TEST_SOURCES"); /* what keeps them allocates within calls of the library */
    return runner_main();
}
