/* test_kept_programs.c - programs that a caller keeps from run to run, and calls that do not wait for the driver's compiler.
 * SPDX-License-Identifier: MIT
 *
 * That every module's calls may be made again until they are ready is tested by the modules' own tests, with HPYR_TEST_LATE. */
#include "harness.h"
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BLOBS = 64, NAME = 33, SIDE = 40 };

/* ---- a store in memory ---- */

typedef struct blob {
    char name[NAME];
    unsigned char *bytes;
    size_t size;
} blob;

typedef struct shelf {
    blob blobs[MOST_BLOBS];
    int count, loads, saves;
    size_t first_answer; /* what `load` says at first in place of the size; 0: the size */
} shelf;

static blob *find(shelf *s, const char *name) {
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->blobs[i].name, name) == 0)
            return &s->blobs[i];
    return NULL;
}

static size_t load(const char *name, void *bytes, size_t capacity, void *user) {
    shelf *s = user;
    const blob *b = find(s, name);
    if (!b)
        return 0;
    assert_true(bytes || capacity == 0);
    if (bytes && capacity >= b->size) {
        memcpy(bytes, b->bytes, b->size);
        s->loads++;
    }
    return !bytes && s->first_answer ? s->first_answer : b->size;
}

static void save(const char *name, const void *bytes, size_t size, void *user) {
    shelf *s = user;
    blob *b = find(s, name);
    assert_int_equal(strlen(name), NAME - 1);
    assert_int_equal(strspn(name, "0123456789abcdef"), NAME - 1);
    assert_true(b || s->count < MOST_BLOBS);
    if (!b)
        b = &s->blobs[s->count++];
    free(b->bytes);
    *b = (blob){.bytes = make_room(size), .size = size};
    memcpy(b->name, name, NAME);
    memcpy(b->bytes, bytes, size);
    s->saves++;
}

static void shelf_free(shelf *s) {
    for (int i = 0; i < s->count; i++)
        free(s->blobs[i].bytes);
}

/* ---- what contexts do ---- */

static hpyr_context *make_context(env *e, hpyr_context_desc desc) {
    hpyr_context *context = NULL;
    desc.log = env_remember;
    desc.user = e;
    if (e->gl21)
        desc.gl_version_cap = 21;
    OK(e, hpyr_context_create(&desc, &context));
    return context;
}

static hpyr_context *make_context_with(env *e, shelf *s) {
    s->loads = s->saves = 0;
    return make_context(e, (hpyr_context_desc){.programs = {load, save, s}});
}

/* An image, a rule and a pyramid. */
typedef struct work {
    image im;
    hpyr_discriminator *discriminator;
    hpyr_pyramid *pyramid;
} work;

static work work_make(env *e, hpyr_context *context, const hpyr_discriminator_desc *rule) {
    const hpyr_pyramid_desc desc = {.width = SIDE, .height = SIDE};
    work w = {.im = image_filled(HPYR_FORMAT_R8, SIDE, SIDE, 0.1, 3)};
    OK(e, hpyr_discriminator_create(context, rule, &w.discriminator));
    OK(e, hpyr_pyramid_create(context, &desc, &w.pyramid));
    return w;
}

static hpyr_result build(const work *w) {
    return hpyr_pyramid_build(w->pyramid, w->discriminator, &w->im.texture);
}

static void work_free(work *w) {
    destroy_pyramid(&w->pyramid);
    destroy_discriminator(&w->discriminator);
    image_free(&w->im);
}

static const hpyr_discriminator_desc DEFAULT = {0};

/* Every active cell is in the list, once. */
static void use(env *e, hpyr_context *context) {
    SCOPED(work_free) work w = work_make(e, context, &DEFAULT);
    unsigned char *pixels = w.im.pixels;
    hpyr_point points[SIDE * SIDE];
    uint32_t total = 0, active = 0;
    OK(e, build(&w));
    OK(e, hpyr_pyramid_total(w.pyramid, &total));
    OK(e, hpyr_pyramid_download(w.pyramid, 0, HPYR_ALL, points, sizeof points, 0, NULL));
    for (int i = 0; i < SIDE * SIDE; i++)
        active += pixels[i] != 0;
    assert_true(total > 0 && total == active);
    for (uint32_t i = 0; i < total; i++) {
        unsigned char *cell = &pixels[points[i].y * SIDE + points[i].x];
        assert_true(*cell);
        *cell = 0;
    }
}

static void use_with(env *e, shelf *s) {
    hpyr_context *context = make_context_with(e, s);
    env_clear_log(e);
    use(e, context);
    CALL_VOID(e, hpyr_context_destroy(context));
}

/* Skips the test where this GL gives no programs away, which is for docs/gl-notes.md to say. */
static void fill(env *e, shelf *s) {
    use_with(e, s);
    if (!s->count)
        SKIP("this GL gives no programs away");
    assert_true(s->saves == s->count && s->loads == 0);
}

GPU_TEST(programs_are_kept_and_loaded_again) {
    SCOPED(shelf_free) shelf s = {0};
    fill(e, &s);
    const int count = s.count;
    use_with(e, &s);
    assert_true(s.count == count && s.loads == count && s.saves == 0);
}

typedef enum damage { FLIPPED, SHORTENED, LENGTHENED, OF_ANOTHER_DRIVER, NONSENSE, ONE_BYTE, DAMAGES } damage;

static void damage_blob(blob *b, damage kind) {
    unsigned char *longer = make_room(b->size + 1);
    memset(longer, 0, b->size + 1);
    memcpy(longer, b->bytes, b->size);
    free(b->bytes);
    b->bytes = longer;
    if (kind == FLIPPED)
        b->bytes[b->size - 1] ^= 1;
    else if (kind == OF_ANOTHER_DRIVER)
        b->bytes[4] ^= 0x55; /* the number of its format */
    else if (kind == NONSENSE)
        memset(b->bytes, 0xA5, b->size);
    b->size = kind == SHORTENED ? b->size - 1 : kind == LENGTHENED ? b->size + 1 : kind == ONE_BYTE ? 1 : b->size;
}

GPU_TEST(damaged_programs_are_compiled_again) {
    SCOPED(shelf_free) shelf s = {0};
    fill(e, &s);
    const int count = s.count;
    for (damage kind = FLIPPED; kind < DAMAGES; kind++) {
        for (int i = 0; i < count; i++)
            damage_blob(&s.blobs[i], kind);
        use_with(e, &s);
        assert_true(s.count == count && s.saves == count);
        assert_true(env_logged(e, "is compiled again"));
        use_with(e, &s);
        assert_int_equal(s.saves, 0);
    }
    s.first_answer = 100; /* and then there are more bytes than that */
    use_with(e, &s);
    assert_int_equal(s.saves, count);
}

/* A context that is held to 3.3 cannot put back what GL 4 adds to the hostile state. */
GPU_TEST_ONCE(both_functions_keep_programs) {
    hpyr_context *context = NULL;
    shelf s = {0};
    const hpyr_context_desc descs[] = {{.programs = {load, NULL, &s}}, {.programs = {NULL, save, &s}}};
    for (size_t i = 0; i < LENGTH(descs); i++) {
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_context_create(&descs[i], &context));
        assert_null(context);
    }
    hpyr_context_desc capped = {.programs = {load, save, &s}, .gl_version_cap = e->gl21 ? 21 : e->es ? 30 : 33};
    context = make_context(e, capped);
    use(e, context);
    assert_int_equal(s.count, 0);
    CALL_VOID(e, hpyr_context_destroy(context));
}

/* ---- calls that do not wait ---- */

static hpyr_context *make_late_context(env *e) {
    return make_context(e, (hpyr_context_desc){.no_compile_wait = true});
}

/* Builds until that is ready, and tells how often it was not. */
static int build_late(env *e, hpyr_context *context, const work *w, hpyr_result *result) {
    int waits = 0;
    while ((*result = CALL(e, build(w))) == HPYR_NOT_READY) {
        assert_true(++waits < 100);
        while (CALL(e, hpyr_context_ready(context)) == HPYR_NOT_READY) {}
        assert_int_equal(e->result, HPYR_OK);
    }
    return waits;
}

GPU_TEST(calls_answer_not_ready_and_get_there) {
    hpyr_context *context = make_late_context(e);
    SCOPED(work_free) work w = work_make(e, context, &DEFAULT);
    hpyr_result result;
    uint32_t total = 7;
    OK(e, hpyr_context_ready(context));
    assert_int_equal(CALL(e, build(&w)), HPYR_NOT_READY);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_total(w.pyramid, &total)); /* as after an error */
    assert_int_equal(total, 0);
    assert_true(build_late(e, context, &w, &result) >= 0 && result == HPYR_OK);
    assert_true(build_late(e, context, &w, &result) == 0 && result == HPYR_OK);
    const GLuint list = buffer_of(NULL, 16 * SIDE * SIDE);
    hpyr_report report = {7, 7};
    for (int tries = 0; (result = hpyr_pyramid_extract_buffer(w.pyramid, 0, HPYR_ALL, list, 0, 0, &report)) != HPYR_OK;
         tries++) {
        assert_true(result == HPYR_NOT_READY && tries < 100);
        assert_int_equal(report.written, 0);
    }
    assert_true(report.written > 0 && report.written == report.available);
    glDeleteBuffers(1, &list);
    CALL_VOID(e, hpyr_context_destroy(context)); /* the pyramid goes on with it */
    while (CALL(e, hpyr_pyramid_total(w.pyramid, &total)) == HPYR_NOT_READY) {}
    assert_true(e->result == HPYR_OK && total > 0);
}

/* It is compiled again each time, and never taken for one that works. */
GPU_TEST(a_shader_that_does_not_compile_is_told_by_a_later_call) {
    static const hpyr_discriminator_desc WRONG = {
        .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
        .glsl = "HPYR_UINT hpyr_count_at(ivec3 cell) { return nothing_like_it; }\n"};
    hpyr_context *context = make_late_context(e);
    SCOPED(work_free) work w = work_make(e, context, &WRONG);
    for (int round = 0; round < 2; round++) {
        hpyr_result result;
        env_clear_log(e);
        assert_true(build_late(e, context, &w, &result) > 0);
        assert_int_equal(result, HPYR_ERROR_SHADER);
        assert_true(env_logged(e, "does not compile"));
    }
    CALL_VOID(e, hpyr_context_destroy(context));
}

static image list_of(hpyr_format format, const uint32_t numbers[SIDE]) {
    image im = image_make(format, HPYR_CHANNEL_DEFAULT, SIDE, 1, 1);
    for (size_t i = 0; i < SIDE; i++)
        image_set(&im, i, numbers[i]);
    image_upload(&im);
    return im;
}

/* The numbers in a list's texture now. */
static void read_list(const image *im, uint32_t numbers[SIDE]) {
    GLuint framebuffer, words[4 * SIDE];
    float floats[4 * SIDE];
    const bool is_float = im->texture.format == HPYR_FORMAT_R32F;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, im->texture.name, 0);
    if (is_float)
        glReadPixels(0, 0, SIDE, 1, GL_RGBA, GL_FLOAT, floats);
    else
        glReadPixels(0, 0, SIDE, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, words);
    glDeleteFramebuffers(1, &framebuffer);
    for (uint32_t i = 0; i < SIDE; i++)
        numbers[i] = is_float ? (uint32_t)floats[4 * i] : words[4 * i];
}

/* The unique keys take the keys' place, and another output is written after them. */
GPU_TEST_ONCE(a_list_in_its_inputs_place_is_written_when_all_programs_are_there) {
    uint32_t keys[SIDE], lengths[SIDE] = {0}, waits = 0;
    if (e->gl21)
        SKIP("GL 2.1 has no lists");
    for (uint32_t i = 0; i < SIDE; i++)
        keys[i] = i / 3;
    hpyr_context *context = make_late_context(e);
    hpyr_lists *lists;
    OK(e, hpyr_lists_create(context, &(hpyr_lists_desc){.capacity = SIDE, .operations = HPYR_LIST_OPERATION_SELECT},
                            &lists));
    SCOPED(image_free) image in = list_of(HPYR_FORMAT_R32UI, keys), out = list_of(HPYR_FORMAT_R32UI, lengths);
    const hpyr_lists_unique_desc desc = {.keys.texture = in.texture,
                                         .unique.texture = in.texture,
                                         .run_lengths.texture = out.texture,
                                         .length.count = SIDE};
    while (CALL(e, hpyr_lists_unique(lists, &desc)) == HPYR_NOT_READY)
        assert_true(++waits < 100);
    assert_int_equal(e->result, HPYR_OK);
    assert_true(waits > 2);
    read_list(&in, keys);
    read_list(&out, lengths);
    for (uint32_t i = 0; i < SIDE; i++) {
        assert_int_equal(keys[i], i < (SIDE + 2) / 3 ? i : 0);
        assert_int_equal(lengths[i], i < SIDE / 3 ? 3 : i == SIDE / 3 ? SIDE % 3 : 0);
    }
    CALL_VOID(e, hpyr_lists_destroy(lists));
    CALL_VOID(e, hpyr_context_destroy(context));
}

/* Keys and values in textures of two formats, which two programs write. */
GPU_TEST_ONCE(a_sort_in_place_is_written_when_all_programs_are_there) {
    uint32_t keys[SIDE], values[SIDE], waits = 0;
    if (e->gl21)
        SKIP("GL 2.1 has no lists");
    for (uint32_t i = 0; i < SIDE; i++)
        keys[i] = i * 7 % SIDE; /* each number below SIDE once, for 7 does not divide it */
    hpyr_context *context = make_late_context(e);
    hpyr_lists *lists;
    OK(e, hpyr_lists_create(context, &(hpyr_lists_desc){.capacity = SIDE, .operations = HPYR_LIST_OPERATION_SORT},
                            &lists));
    SCOPED(image_free) image key = list_of(HPYR_FORMAT_R32UI, keys), value = list_of(HPYR_FORMAT_R32F, keys);
    const hpyr_lists_sort_desc desc = {.keys.texture = key.texture,
                                       .values.texture = value.texture,
                                       .sorted_keys.texture = key.texture,
                                       .sorted_values.texture = value.texture,
                                       .length.count = SIDE};
    while (CALL(e, hpyr_lists_sort(lists, &desc)) == HPYR_NOT_READY)
        assert_true(++waits < 100);
    assert_int_equal(e->result, HPYR_OK);
    assert_true(waits > 2);
    read_list(&key, keys);
    read_list(&value, values);
    for (uint32_t i = 0; i < SIDE; i++)
        assert_true(keys[i] == i && values[i] == i);
    CALL_VOID(e, hpyr_lists_destroy(lists));
    CALL_VOID(e, hpyr_context_destroy(context));
}

GPU_TEST_ONCE(readiness_takes_a_context) {
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_context_ready(NULL));
    OK(e, hpyr_context_ready(e->context));
}
