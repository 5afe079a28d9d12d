/* test_lifetime.c - calls without the GL context, from another thread or beside another one; objects that outlive their context;
 * programs that are gone.  SPDX-License-Identifier: MIT */
#include "common/files/system.h"
#include "oracle.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 37, HEIGHT = 19, SIDE = 8 };

/* One object of each kind, built. */
typedef struct objects {
    hpyr_context *context;
    thresholded t;
    hpyr_voxelizer *voxelizer;
    hpyr_isosurface *isosurface; /* NULL on GL 2.1 */
    hpyr_marching_cubes *cubes;
    hpyr_lists *lists; /* NULL on GL 2.1 */
    GLuint buffer;
    image field;
} objects;

static hpyr_isosurface *make_isosurface(env *e, hpyr_context *context, const image *field) {
    const hpyr_isosurface_desc desc = {.grid = {.width = SIDE, .height = SIDE, .depth = SIDE}};
    const hpyr_field given = {.texture = field->texture};
    hpyr_isosurface *isosurface = NULL;
    if (e->gl21)
        return NULL;
    OK(e, hpyr_isosurface_create(context, &desc, &isosurface));
    OK(e, hpyr_isosurface_build(isosurface, &given, 0, 0.5));
    return isosurface;
}

static hpyr_marching_cubes *make_cubes(env *e, hpyr_context *context, const image *field) {
    const hpyr_marching_cubes_desc desc = {.grid = {.width = SIDE, .height = SIDE, .depth = SIDE}};
    const hpyr_field given = {.texture = field->texture};
    hpyr_marching_cubes *cubes = NULL;
    OK(e, hpyr_marching_cubes_create(context, &desc, &cubes));
    OK(e, hpyr_marching_cubes_build(cubes, &given, 0, 0.5));
    return cubes;
}

/* Its last operation has found 5, the sum of 20 entries. */
static hpyr_lists *make_workspace(env *e, hpyr_context *context) {
    static const uint32_t entries[20] = {1, 1, 0, 1, 2};
    const hpyr_lists_desc desc = {.capacity = 20};
    hpyr_lists *lists = NULL;
    hpyr_lists_reduce_desc sum = {.length = {.count = 20}};
    if (e->gl21)
        return NULL;
    sum.input.buffer = buffer_of(entries, sizeof entries);
    OK(e, hpyr_lists_create(context, &desc, &lists));
    OK(e, hpyr_lists_reduce(lists, &sum));
    glDeleteBuffers(1, &sum.input.buffer);
    return lists;
}

/* A program that traverses, or one that does nothing. */
static GLuint make_drawing_program(env *e, const hpyr_pyramid *pyramid) {
    const char *const output = e->gl21 ? "" : "out vec4 color;\n", *const color = e->gl21 ? "gl_FragColor" : "color";
    const char *version = glsl_version(HPYR_LAYOUT_SINGLE, false);
    char vertex[128], idle[160], traversing[160];
    snprintf(vertex, sizeof vertex, "%svoid main() { gl_Position = vec4(0.0); }\n", version);
    snprintf(idle, sizeof idle, "%s%s%svoid main() { %s = vec4(0.0); }\n", version,
             e->es ? "precision highp float;\n" : "", output, color);
    snprintf(traversing, sizeof traversing, "%svoid main() { %s = vec4(hpyr_point_at(HPYR_UINT(gl_FragCoord.x))); }\n",
             output, color);
    SCOPED(free_memory) char *fragment = pyramid ? paste_snippet(e, pyramid, NULL, traversing) : NULL;
    GLuint program = make_program(vertex, fragment ? fragment : idle);
    return program;
}

static objects make_objects(env *e, hpyr_context *context) {
    const hpyr_pyramid_desc desc = {.width = WIDTH, .height = HEIGHT};
    const hpyr_voxelizer_desc volume = {.width = SIDE, .height = SIDE, .depth = SIDE};
    objects o = {.context = context, .t.im = image_make(HPYR_FORMAT_R8, 0, WIDTH, HEIGHT, 1)};
    image_fill(&o.t.im, 0.3, 5);
    image_upload(&o.t.im);
    o.t.oracle = oracle_range(&o.t.im, WIDTH, HEIGHT, 1, 1);
    OK(e, hpyr_discriminator_create(context, NULL, &o.t.discriminator));
    OK(e, hpyr_pyramid_create(context, &desc, &o.t.pyramid));
    OK(e, hpyr_pyramid_build(o.t.pyramid, o.t.discriminator, &o.t.im.texture));
    OK(e, hpyr_voxelizer_create(context, &volume, &o.voxelizer));
    o.field = image_make(HPYR_FORMAT_R32F, 0, SIDE, SIDE, SIDE);
    image_fill(&o.field, 0.5, 6);
    image_upload_to(&o.field, GL_TEXTURE_3D, 0);
    o.isosurface = make_isosurface(e, context, &o.field);
    o.cubes = make_cubes(e, context, &o.field);
    o.lists = make_workspace(e, context);
    o.buffer = buffer_of(NULL, 1 << 16);
    return o;
}

static void check_objects(env *e, const objects *o) {
    hpyr_mesh_statistics counts;
    check_image(e, o->t.pyramid, o->t.oracle, WIDTH, HEIGHT);
    OK(e, hpyr_marching_cubes_statistics(o->cubes, &counts));
    assert_true(counts.triangles > 0);
    if (!o->isosurface)
        return;
    OK(e, hpyr_isosurface_statistics(o->isosurface, &counts));
    assert_true(counts.triangles > 0);
    uint32_t sum = 0;
    OK(e, hpyr_lists_result(o->lists, &sum));
    assert_int_equal(sum, 5);
}

static void free_objects(objects *o) {
    CALL_VOID(env_running, hpyr_lists_destroy(o->lists));
    CALL_VOID(env_running, hpyr_isosurface_destroy(o->isosurface));
    CALL_VOID(env_running, hpyr_marching_cubes_destroy(o->cubes));
    CALL_VOID(env_running, hpyr_voxelizer_destroy(o->voxelizer));
    glDeleteBuffers(1, &o->buffer);
    image_free(&o->field);
    thresholded_free(&o->t);
}

/* ---- calls without the GL context ---- */

/* How many of some answers are not NO_CONTEXT. */
static int count_others(const hpyr_result *answers, size_t count, const char *what) {
    int wrong = 0;
    for (size_t i = 0; i < count; i++)
        if (answers[i] != HPYR_ERROR_NO_CONTEXT) {
            fprintf(stderr, "%s call %zu answered %s\n", what, i, hpyr_result_string(answers[i]));
            wrong++;
        }
    return wrong;
}

static int count_wrong_answers_of_lists(const objects *o) {
    const hpyr_lists_desc desc = {.capacity = 3};
    const hpyr_lists_scan_desc scan = {.inclusive = true};
    const hpyr_lists_reduce_desc reduce = {.reduction = HPYR_LIST_REDUCTION_SUM};
    const hpyr_lists_select_desc select = {.condition = HPYR_LIST_CONDITION_FLAGS};
    const hpyr_lists_partition_desc partition = {.bin_count = 1};
    const hpyr_lists_sort_desc sort = {.descending = true};
    const hpyr_lists_unique_desc unique = {.length = {.count = 1}};
    const hpyr_lists_gather_desc gather = {.length = {.count = 1}};
    hpyr_lists *lists, *s = o->lists;
    uint32_t number;
    if (!s)
        return 0;
    const hpyr_result answers[] = {
        hpyr_lists_create(o->context, &desc, &lists),
        hpyr_lists_result(s, &number),
        hpyr_lists_try_result(s, &number),
        hpyr_lists_scan(s, &scan),
        hpyr_lists_reduce(s, &reduce),
        hpyr_lists_select(s, &select),
        hpyr_lists_partition(s, &partition),
        hpyr_lists_sort(s, &sort),
        hpyr_lists_unique(s, &unique),
        hpyr_lists_gather(s, &gather),
    };
    return count_others(answers, sizeof answers / sizeof *answers, "list");
}

/* How many of all calls that call GL do not answer NO_CONTEXT. */
static int count_wrong_answers(const objects *o) {
    const hpyr_pyramid_desc pyramid_desc = {.width = 3, .height = 3};
    const hpyr_voxelizer_desc volume_desc = {.width = 3, .height = 3, .depth = 3};
    const hpyr_isosurface_desc surface_desc = {.grid = {.width = 3, .height = 3, .depth = 3}};
    const hpyr_marching_cubes_desc cubes_desc = {.grid = surface_desc.grid};
    const hpyr_field field = {.texture = o->field.texture};
    const hpyr_mesh_output output = {.vertex_buffer = o->buffer, .vertex_count = HPYR_ALL};
    const hpyr_mesh mesh = {.positions.buffer = o->buffer, .triangle_count = 1};
    const hpyr_texture *input = &o->t.im.texture;
    hpyr_pyramid *pyramid, *p = o->t.pyramid;
    hpyr_voxelizer *voxelizer;
    hpyr_isosurface *isosurface, *s = o->isosurface;
    hpyr_marching_cubes *cubes, *m = o->cubes;
    hpyr_mesh_counts counts;
    hpyr_mesh_statistics statistics;
    hpyr_mesh_vertex vertices[3];
    hpyr_point points[4] = {{0, 0, 0, 0}};
    uint32_t number;
    const hpyr_result answers[] = {
        hpyr_pyramid_create(o->context, &pyramid_desc, &pyramid),
        hpyr_pyramid_build(p, o->t.discriminator, input),
        hpyr_pyramid_build_counts(p, input),
        hpyr_pyramid_total(p, &number),
        hpyr_pyramid_try_total(p, &number),
        hpyr_pyramid_extract_buffer(p, 0, 1, o->buffer, 0, 0, NULL),
        hpyr_pyramid_extract_texture(p, 0, 1, input, NULL),
        hpyr_pyramid_download(p, 0, 1, points, 4, 0, NULL),
        hpyr_pyramid_rank(p, points, 1, &number),
        hpyr_pyramid_bind(p, 1, NULL, 0, NULL),
        hpyr_pyramid_unbind(p),
        hpyr_pyramid_draw(p, GL_POINTS, 0, 1, 1, NULL),
        hpyr_voxelizer_create(o->context, &volume_desc, &voxelizer),
        hpyr_voxelizer_run(o->voxelizer, &mesh, NULL),
        hpyr_voxelizer_count_skipped(o->voxelizer, &mesh, NULL, &number),
        hpyr_isosurface_create(o->context, &surface_desc, &isosurface),
        hpyr_marching_cubes_create(o->context, &cubes_desc, &cubes),
        hpyr_marching_cubes_build(m, &field, 0, 0.5),
        hpyr_marching_cubes_counts(m, &counts),
        hpyr_marching_cubes_statistics(m, &statistics),
        hpyr_marching_cubes_try_counts(m, &counts),
        hpyr_marching_cubes_extract(m, &output, NULL),
        hpyr_marching_cubes_download(m, vertices, 3, NULL),
        hpyr_marching_cubes_command(m, o->buffer, 0),
        hpyr_marching_cubes_bind(m, 1, NULL, 0, NULL),
        hpyr_marching_cubes_unbind(m),
        hpyr_marching_cubes_draw(m, 0, HPYR_ALL, NULL),
        !s ? HPYR_ERROR_NO_CONTEXT : hpyr_isosurface_build(s, &field, 0, 0.5),
        !s ? HPYR_ERROR_NO_CONTEXT : hpyr_isosurface_counts(s, &counts),
        !s ? HPYR_ERROR_NO_CONTEXT : hpyr_isosurface_statistics(s, &statistics),
        !s ? HPYR_ERROR_NO_CONTEXT : hpyr_isosurface_try_counts(s, &counts),
        !s ? HPYR_ERROR_NO_CONTEXT : hpyr_isosurface_extract(s, &output, NULL),
        !s ? HPYR_ERROR_NO_CONTEXT : hpyr_isosurface_download(s, vertices, 3, NULL, 0, NULL),
        !s ? HPYR_ERROR_NO_CONTEXT : hpyr_isosurface_command(s, o->buffer, 0),
    };
    return count_others(answers, sizeof answers / sizeof *answers, "the") + count_wrong_answers_of_lists(o);
}

GPU_TEST(without_a_context_every_call_answers_so) {
    SCOPED(free_objects) objects o = make_objects(e, e->context);
    assert_true(headless_make_current(e->display, false));
    int wrong = count_wrong_answers(&o);
    assert_true(headless_make_current(e->display, true));
    assert_int_equal(wrong, 0);
    assert_true(env_logged(e, "not current"));
    check_objects(e, &o);
}

static void *count_in_thread(void *user) {
    static int wrong;
    wrong = count_wrong_answers(user);
    return &wrong;
}

GPU_TEST(calls_from_another_thread_answer_so) {
    SCOPED(free_objects) objects o = make_objects(e, e->context);
    pthread_t thread;
    void *wrong = NULL;
    assert_int_equal(pthread_create(&thread, NULL, count_in_thread, &o), 0);
    assert_int_equal(pthread_join(thread, &wrong), 0);
    assert_int_equal(*(int *)wrong, 0);
    check_objects(e, &o);
}

/* Another GL context. By its objects' names it cannot be told from the first one. */
static headless *open_other(const env *e) {
    headless *other = headless_open(e->gl21 ? 21 : 33);
    assert_non_null(other);
    env_poison(e);
    for (int i = 0; i < 300; i++) {
        glCreateShader(i % 2 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
        glCreateProgram();
        if (!e->gl21)
            glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    }
    return other;
}

GPU_TEST(beside_another_gl_context_calls_answer_so) {
    SCOPED(free_objects) objects o = make_objects(e, e->context);
    headless *other = open_other(e);
    int wrong = count_wrong_answers(&o);
    headless_close(other);
    assert_true(headless_make_current(e->display, true));
    assert_int_equal(wrong, 0);
    check_objects(e, &o);
}

/* ---- lives ---- */

static void count_messages(hpyr_log_level level, const char *message, void *user) {
    (void)level;
    (void)message;
    (*(int *)user)++;
}

GPU_TEST(objects_outlive_their_context) {
    int messages = 0;
    hpyr_context_desc desc = {.log = count_messages, .user = &messages, .gl_version_cap = e->gl21 ? 21 : 0};
    hpyr_context *context = NULL;
    OK(e, hpyr_context_create(&desc, &context));
    objects o = make_objects(e, context);
    CALL_VOID(e, hpyr_context_destroy(context));
    messages = 0;
    check_objects(e, &o);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_bind(o.t.pyramid, 0xFFFFFF, NULL, 0, NULL));
    free_objects(&o);
    assert_int_equal(messages, 0); /* whoever listened may be gone */
}

/* Names of objects are small numbers, the same in every GL context. */
GPU_TEST(destroying_beside_another_gl_context_deletes_nothing_there) {
    enum { NAMES = 300 };
    GLuint textures[NAMES], buffers[NAMES];
    hpyr_context_desc desc = {.gl_version_cap = e->gl21 ? 21 : 0};
    hpyr_context *context = NULL;
    OK(e, hpyr_context_create(&desc, &context));
    SCOPED(free_objects) objects o = make_objects(e, context);
    headless *other = open_other(e);
    glGenTextures(NAMES, textures);
    glGenBuffers(NAMES, buffers);
    for (int i = 0; i < NAMES; i++) {
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glBindBuffer(GL_ARRAY_BUFFER, buffers[i]);
    }
    hpyr_pyramid_destroy(o.t.pyramid);
    hpyr_discriminator_destroy(o.t.discriminator);
    hpyr_voxelizer_destroy(o.voxelizer);
    hpyr_isosurface_destroy(o.isosurface);
    hpyr_marching_cubes_destroy(o.cubes);
    hpyr_lists_destroy(o.lists);
    hpyr_context_destroy(context);
    int left = 0;
    for (int i = 0; i < NAMES; i++)
        left += glIsTexture(textures[i]) && glIsBuffer(buffers[i]);
    headless_close(other);
    assert_true(headless_make_current(e->display, true));
    assert_int_equal(left, NAMES);
    o.t.pyramid = NULL;
    o.t.discriminator = NULL;
    o.voxelizer = NULL;
    o.isosurface = NULL;
    o.cubes = NULL;
    o.lists = NULL;
}

/* What happens in a build, while another thread has a GL context of its own. */
typedef struct interruption {
    const env *e;
    hpyr_pyramid *victim;
    int textures; /* of the other GL context that are left */
} interruption;

static void *destroy_elsewhere(void *user) {
    interruption *i = user;
    GLuint names[300];
    headless *other = headless_open(i->e->gl21 ? 21 : 33);
    glGenTextures(300, names);
    for (int n = 0; n < 300; n++)
        glBindTexture(GL_TEXTURE_2D, names[n]);
    hpyr_pyramid_destroy(i->victim);
    for (int n = 0; n < 300; n++)
        i->textures += glIsTexture(names[n]);
    headless_close(other);
    return NULL;
}

static void interrupt(uint32_t program, const char *prefix, uint32_t unit, void *user) {
    pthread_t thread;
    (void)program;
    (void)prefix;
    (void)unit;
    if (!((interruption *)user)->victim)
        return;
    assert_int_equal(pthread_create(&thread, NULL, destroy_elsewhere, user), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    ((interruption *)user)->victim = NULL;
}

GPU_TEST(destroying_on_another_thread_during_a_call_deletes_nothing_there) {
    const hpyr_pyramid_desc desc = {.width = WIDTH, .height = HEIGHT};
    interruption i = {.e = e, .victim = make_pyramid_from(e, &desc)};
    const hpyr_discriminator_desc custom = {.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
                                            .glsl = "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(1); }",
                                            .bind = interrupt,
                                            .user = &i};
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = NULL;
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    uint32_t total = 0;
    OK(e, hpyr_discriminator_create(e->context, &custom, &discriminator));
    OK(e, hpyr_pyramid_build(pyramid, discriminator, NULL));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    assert_int_equal(total, WIDTH * HEIGHT);
    assert_int_equal(i.textures, 300);
    assert_true(env_logged(e, "not current"));
}

/* ---- programs ---- */

GPU_TEST(a_program_for_another_input_is_refused) {
    static const hpyr_format formats[] = {HPYR_FORMAT_R8, HPYR_FORMAT_R32F, HPYR_FORMAT_R32UI, HPYR_FORMAT_R16I};
    int count = e->gl21 ? 2 : 4;
    hpyr_pyramid_desc desc = {
        .width = WIDTH, .height = HEIGHT, .layout = e->gl21 ? HPYR_LAYOUT_RECT : HPYR_LAYOUT_SINGLE};
    hpyr_pyramid *pyramids[4];
    GLuint programs[4];
    image images[4];
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    for (int i = 0; i < count; i++) {
        images[i] = image_make(formats[i], 0, WIDTH, HEIGHT, 1);
        image_upload(&images[i]);
        pyramids[i] = make_pyramid_from(e, &desc);
        OK(e, hpyr_pyramid_build(pyramids[i], discriminator, &images[i].texture));
        programs[i] = make_drawing_program(e, pyramids[i]);
    }
    for (int i = 0; i < count * count; i++) {
        int own = i % count, other = i / count;
        if (own == other) {
            env_bind(e, pyramids[own], programs[other], NULL, 0, NULL);
            env_unbind(e, pyramids[own]);
        } else {
            EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_bind(pyramids[own], programs[other], NULL, 0, NULL));
        }
    }
    for (int i = 0; i < count; i++) {
        glDeleteProgram(programs[i]);
        CALL_VOID(e, hpyr_pyramid_destroy(pyramids[i]));
        image_free(&images[i]);
    }
}

/* GL keeps a deleted program as long as it is in use: nobody can make it current again. */
GPU_TEST(a_program_in_use_may_be_deleted_already) {
    SCOPED(free_objects) objects o = make_objects(e, e->context);
    uint32_t total;
    GLint current;
    GLuint program = make_drawing_program(e, NULL);
    glUseProgram(program);
    glDeleteProgram(program);
    env_clear_log(e);
    assert_int_equal(hpyr_pyramid_build(o.t.pyramid, o.t.discriminator, &o.t.im.texture), HPYR_OK);
    CHECK_GL();
    assert_true(env_logged(e, "deleted"));
    glGetIntegerv(GL_CURRENT_PROGRAM, &current);
    assert_int_equal(current, 0);
    OK(e, hpyr_pyramid_total(o.t.pyramid, &total));
    assert_int_equal(total, answer_total(o.t.oracle));
}

/* ---- names that come again ---- */

/* Borrows the texture that it was built from. */
static hpyr_pyramid *make_merged(env *e) {
    const hpyr_pyramid_desc desc = {.width = WIDTH,
                                    .height = HEIGHT,
                                    .layout = e->gl21 ? HPYR_LAYOUT_RECT : HPYR_LAYOUT_SINGLE,
                                    .base = HPYR_BASE_MERGED};
    return make_pyramid_from(e, &desc);
}

/* A MERGED pyramid borrows a 2D texture whose name becomes that of a 3D texture, and so does what the caller has bound. */
GPU_TEST(a_name_may_become_that_of_another_texture) {
    SCOPED(thresholded_free) thresholded t = {.discriminator = make_default(e), .pyramid = make_merged(e)};
    hpyr_point point;
    GLint bound = 1;
    GLuint mine, program = 0;
    for (int is_bound = 0; is_bound < 2; is_bound++) {
        t.im = image_filled(HPYR_FORMAT_R8, WIDTH, HEIGHT, 0.3, 5);
        OK(e, hpyr_pyramid_build(t.pyramid, t.discriminator, &t.im.texture));
        program = program ? program : make_drawing_program(e, t.pyramid);
        glGenTextures(1, &mine);
        glBindTexture(GL_TEXTURE_2D, mine);
        if (is_bound) {
            assert_int_equal(hpyr_pyramid_bind(t.pyramid, program, NULL, 0, NULL), HPYR_OK);
            rename_texture(mine, GL_TEXTURE_3D);
        }
        rename_texture(t.im.texture.name, GL_TEXTURE_3D);
        if (is_bound) {
            assert_int_equal(hpyr_pyramid_unbind(t.pyramid), HPYR_OK);
            CHECK_GL();
            glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
            assert_int_equal(bound, 0);
        }
        env_pause(e);
        EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_bind(t.pyramid, program, NULL, 0, NULL));
        EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_download(t.pyramid, 0, 1, &point, 1, 0, NULL));
        EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build(t.pyramid, t.discriminator, &t.im.texture));
        glDeleteTextures(1, &mine);
        image_free(&t.im);
    }
    glDeleteProgram(program);
}

/* The name becomes that of a texture of the same target, format and size. Its parameters are the new texture's own. */
GPU_TEST(a_new_texture_of_the_same_name_is_left_alone) {
    SCOPED(thresholded_free)
    thresholded t = {.im = image_make(e->gl21 ? HPYR_FORMAT_R8 : HPYR_FORMAT_R8UI, 0, WIDTH, HEIGHT, 1),
                     .discriminator = make_default(e),
                     .pyramid = make_merged(e)};
    GLint filter = 0, last = 0;
    image_fill(&t.im, 0.3, 5);
    image_upload(&t.im);
    glBindTexture(GL_TEXTURE_2D, t.im.texture.name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
    OK(e, hpyr_pyramid_build(t.pyramid, t.discriminator, &t.im.texture));
    SCOPED(delete_program) GLuint program = make_drawing_program(e, t.pyramid);
    assert_int_equal(hpyr_pyramid_bind(t.pyramid, program, NULL, 0, NULL), HPYR_OK);
    rename_texture(t.im.texture.name, GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, t.im.texture.name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    assert_int_equal(hpyr_pyramid_unbind(t.pyramid), HPYR_OK);
    CHECK_GL();
    glBindTexture(GL_TEXTURE_2D, t.im.texture.name);
    glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, &filter);
    glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, &last);
    assert_int_equal(filter, GL_NEAREST);
    assert_int_equal(last, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    env_pause(e);
}

int main(void) {
    system_set_variable("force_gl_names_reuse", "true");
    return runner_main();
}
