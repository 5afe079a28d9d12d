/* test_list_mistakes.c - what a caller of the lists can do wrong, one argument at a time: each is told, and nothing is
 * written.  SPDX-License-Identifier: MIT */
#include "lists.h"

#include <math.h>
#include <string.h>

enum { COUNT = 20, CAPACITY = 64, NONE = 12345 /* a name that no object has */ };

/* ---- workspaces ---- */

static void check_lists(env *e, hpyr_result expected, uint32_t capacity, uint32_t operations) {
    const hpyr_lists_desc desc = {.capacity = capacity, .operations = operations};
    hpyr_lists *lists = (hpyr_lists *)&desc;
    EXPECT_TOLD(e, expected, "", hpyr_lists_create(e->context, &desc, &lists));
    assert_null(lists);
    assert_int_equal(hpyr_lists_bytes(e->context, &desc), 0);
}

GPU_TEST(workspace_is_refused) {
    const uint32_t most = hpyr_context_caps(e->context)->max_list_length;
    const hpyr_lists_desc desc = {.capacity = COUNT};
    hpyr_lists *lists = (hpyr_lists *)&desc;
    assert_true(most >= 1u << 20);
    check_lists(e, HPYR_ERROR_INVALID_ARGUMENT, 0, 0);
    check_lists(e, HPYR_ERROR_INVALID_ARGUMENT, 0, HPYR_LIST_OPERATION_SCAN);
    assert_true(env_logged(e, "capacity is 0"));
    check_lists(e, HPYR_ERROR_INVALID_ARGUMENT, COUNT, 16);
    assert_true(env_logged(e, "operations 0x10 has bits"));
    check_lists(e, HPYR_ERROR_INVALID_ARGUMENT, COUNT, HPYR_LIST_OPERATION_ALL + 1);
    check_lists(e, HPYR_ERROR_INVALID_ARGUMENT, COUNT, 0x80000000u);
    if (most < UINT32_MAX) {
        check_lists(e, HPYR_ERROR_TOO_LARGE, most + 1, HPYR_LIST_OPERATION_SCAN);
        check_lists(e, HPYR_ERROR_TOO_LARGE, UINT32_MAX, 0);
    }
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_create(NULL, &desc, &lists));
    assert_null(lists);
    lists = (hpyr_lists *)&desc;
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_create(e->context, NULL, &lists));
    assert_null(lists);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_create(e->context, &desc, NULL));
    assert_int_equal(hpyr_lists_bytes(e->context, NULL), 0);
    assert_null(hpyr_lists_resolved(NULL));
    CALL_VOID(e, hpyr_lists_destroy(NULL));
}

GPU_TEST(workspace_says_what_it_is_for) {
    static const uint32_t bits[] = {HPYR_LIST_OPERATION_SCAN, HPYR_LIST_OPERATION_SELECT, HPYR_LIST_OPERATION_SORT,
                                    HPYR_LIST_OPERATION_GATHER};
    const hpyr_lists_desc all = {.capacity = 1000};
    hpyr_lists *lists = make_lists(e, 1000, 0);
    assert_int_equal(hpyr_lists_resolved(lists)->capacity, 1000);
    assert_int_equal(hpyr_lists_resolved(lists)->operations, HPYR_LIST_OPERATION_ALL);
    free_lists(e, lists);
    for (size_t i = 0; i < LENGTH(bits); i++) {
        const hpyr_lists_desc one = {.capacity = 1000, .operations = bits[i]};
        const hpyr_lists_desc long_one = {.capacity = 100000, .operations = bits[i]};
        lists = make_lists(e, 1000, bits[i]);
        assert_int_equal(hpyr_lists_resolved(lists)->operations, bits[i]);
        free_lists(e, lists);
        assert_in_range(hpyr_lists_bytes(e->context, &one), 4 * 1000, hpyr_lists_bytes(NULL, &all));
        assert_true(hpyr_lists_bytes(NULL, &long_one) > hpyr_lists_bytes(NULL, &one));
    }
}

/* ---- every operation, with one input and one output ---- */

typedef enum operation {
    SCAN,
    REDUCE,
    THRESHOLD,
    FLAGS,
    UNIQUE,
    FIRSTS,
    SORT,
    SORT_VALUES,
    PARTITION,
    BINS,
    GATHER,
    OPERATIONS
} operation;

/* Everything is right but for what a test changes. */
typedef struct desk {
    hpyr_lists *lists;
    stored in, out, other;
} desk;

static const uint32_t numbers[COUNT] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4};

static desk desk_make(env *e) {
    return (desk){.lists = make_lists(e, CAPACITY, 0),
                  .in = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, numbers, COUNT),
                  .out = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, COUNT),
                  .other = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, numbers, COUNT)};
}

static void desk_free(desk *d) {
    stored_free(&d->in);
    stored_free(&d->out);
    stored_free(&d->other);
    free_lists(env_running, d->lists);
}

static hpyr_result run_selection(const desk *d, operation what, hpyr_list in, hpyr_list out, hpyr_length length) {
    hpyr_lists_select_desc select = {.length = length};
    const hpyr_lists_unique_desc unique = {.keys = in, .firsts = out, .length = length};
    const hpyr_lists_unique_desc values = {.keys = in, .unique = out, .length = length};
    select.condition = what == FLAGS ? HPYR_LIST_CONDITION_FLAGS : HPYR_LIST_CONDITION_THRESHOLD;
    *(what == FLAGS ? &select.flags : &select.input) = in;
    *(what == FLAGS ? &select.positions : &select.selected) = out;
    if (what == UNIQUE || what == FIRSTS)
        return hpyr_lists_unique(d->lists, what == UNIQUE ? &values : &unique);
    return hpyr_lists_select(d->lists, &select);
}

static hpyr_result run_order(const desk *d, operation what, hpyr_list in, hpyr_list out, hpyr_length length) {
    const hpyr_lists_sort_desc keys = {.keys = in, .sorted_keys = out, .length = length};
    const hpyr_lists_sort_desc pairs = {.keys = d->other.list, .values = in, .sorted_values = out, .length = length};
    const hpyr_lists_partition_desc bounds = {.keys = in, .bin_count = 1, .partitioned_keys = out, .length = length};
    const hpyr_lists_partition_desc bins = {.bins = in, .bin_count = 4, .partitioned_values = out, .length = length};
    if (what == SORT || what == SORT_VALUES)
        return hpyr_lists_sort(d->lists, what == SORT ? &keys : &pairs);
    return hpyr_lists_partition(d->lists, what == PARTITION ? &bounds : &bins);
}

static hpyr_result run(const desk *d, operation what, hpyr_list in, hpyr_list out, hpyr_length length) {
    const hpyr_lists_scan_desc scan = {.input = in, .output = out, .length = length};
    const hpyr_lists_reduce_desc reduce = {.input = in, .output = out, .length = length};
    const hpyr_lists_gather_desc gather = {
        .positions = in,
        .source = {.buffer = d->other.list.buffer, .format = HPYR_FORMAT_R32UI, .count = COUNT},
        .output = {.buffer = out.buffer,
                   .offset = out.offset,
                   .format = out.buffer ? HPYR_FORMAT_R32UI : (hpyr_format)0,
                   .texture = out.texture},
        .length = length};
    switch (what) {
    case SCAN:
        return hpyr_lists_scan(d->lists, &scan);
    case REDUCE:
        return hpyr_lists_reduce(d->lists, &reduce);
    case GATHER:
        return hpyr_lists_gather(d->lists, &gather);
    case SORT:
    case SORT_VALUES:
    case PARTITION:
    case BINS:
        return run_order(d, what, in, out, length);
    default:
        return run_selection(d, what, in, out, length);
    }
}

static bool finds_number(operation what) {
    return what != SORT && what != SORT_VALUES && what != GATHER;
}

/* A call that is refused forgets what the last one has found. */
static void check_run(env *e, desk *d, operation what, hpyr_result expected, hpyr_list in, hpyr_list out,
                      hpyr_length length) {
    const hpyr_lists_reduce_desc before = {.input = d->in.list, .length = {.count = COUNT}};
    uint32_t found = 9;
    if (expected < 0)
        OK(e, hpyr_lists_reduce(d->lists, &before));
    env_clear_log(e);
    EXPECT(e, expected, run(d, what, in, out, length));
    EXPECT(e, expected == HPYR_OK && finds_number(what) ? HPYR_OK : HPYR_ERROR_NOT_BUILT,
           hpyr_lists_result(d->lists, &found));
    stored_check(&d->in, numbers, COUNT, false, "input");
    stored_check(&d->other, numbers, COUNT, false, "other input");
    if (expected >= 0)
        return;
    assert_true(e->log_length > 0);
    assert_int_equal(found, 0);
    stored_check_untouched(&d->out, "output of a call that is refused");
}

static const hpyr_length whole = {.count = COUNT};

GPU_TEST(what_the_mistakes_are_made_in_is_right) {
    SCOPED(desk_free) desk d = desk_make(e);
    for (int what = 0; what < OPERATIONS; what++)
        check_run(e, &d, (operation)what, HPYR_OK, d.in.list, d.out.list, whole);
}

GPU_TEST(every_operation_needs_its_arguments) {
    static const uint32_t bits[] = {HPYR_LIST_OPERATION_SCAN, HPYR_LIST_OPERATION_SELECT, HPYR_LIST_OPERATION_SORT,
                                    HPYR_LIST_OPERATION_GATHER};
    static const uint32_t needed[OPERATIONS] = {1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 8};
    desk d = desk_make(e), none = {.lists = NULL};
    uint32_t found = 3;
    for (int what = 0; what < OPERATIONS; what++)
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, run(&none, (operation)what, d.in.list, d.out.list, whole));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_scan(d.lists, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_reduce(d.lists, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_select(d.lists, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_unique(d.lists, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_sort(d.lists, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_partition(d.lists, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_gather(d.lists, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_result(NULL, &found));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_result(d.lists, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_try_result(NULL, &found));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_lists_try_result(d.lists, NULL));
    stored_check_untouched(&d.out, "output of calls without arguments");
    hpyr_lists *all = d.lists;
    for (size_t i = 0; i < LENGTH(bits); i++) {
        d.lists = make_lists(e, COUNT, bits[i]);
        for (int what = 0; what < OPERATIONS; what++)
            if (needed[what] != bits[i]) {
                EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "not made for",
                            run(&d, (operation)what, d.in.list, d.out.list, whole));
                stored_check_untouched(&d.out, "output of a workspace for something else");
            }
        free_lists(e, d.lists);
    }
    d.lists = all;
    desk_free(&d);
}

/* ---- lists ---- */

typedef struct mistake {
    hpyr_result result;
    hpyr_list list;
} mistake;

/* A list that is wrong as an input and as an output, of all operations. */
static void check_list(env *e, desk *d, hpyr_result expected, hpyr_list list) {
    for (int what = 0; what < OPERATIONS; what++) {
        check_run(e, d, (operation)what, expected, list, d->out.list, whole);
        if (what != GATHER && what != REDUCE) /* they write records, and one entry */
            check_run(e, d, (operation)what, expected, d->in.list, list, whole);
    }
}

GPU_TEST(wrong_buffers_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    stored small = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, numbers, COUNT - 1);
    const GLuint buffer = d.other.list.buffer;
    const mistake mistakes[] = {
        {HPYR_ERROR_INVALID_ARGUMENT, {.type = HPYR_LIST_TYPE_UINT}},
        {HPYR_ERROR_INVALID_ARGUMENT, {.offset = 4}},
        {HPYR_ERROR_INVALID_ARGUMENT, {.buffer = buffer, .type = (hpyr_list_type)4}},
        {HPYR_ERROR_INVALID_ARGUMENT, {.buffer = buffer, .type = (hpyr_list_type)-1}},
        {HPYR_ERROR_INVALID_ARGUMENT, {.buffer = buffer, .offset = 2}},
        {HPYR_ERROR_INVALID_ARGUMENT, {.buffer = buffer, .offset = UINT64_MAX}},
        {HPYR_ERROR_BUFFER, {.buffer = NONE}},
        {HPYR_ERROR_BUFFER, {.buffer = buffer, .offset = 4}},
        {HPYR_ERROR_BUFFER, {.buffer = buffer, .offset = 4 * COUNT}},
        {HPYR_ERROR_BUFFER, {.buffer = buffer, .offset = UINT64_MAX - 3}},
        {HPYR_ERROR_BUFFER, small.list},
    };
    for (size_t i = 0; i < LENGTH(mistakes); i++)
        check_list(e, &d, mistakes[i].result, mistakes[i].list);
    glBindBuffer(GL_COPY_READ_BUFFER, small.list.buffer);
    glBufferData(GL_COPY_READ_BUFFER, 4 * COUNT, NULL, GL_STATIC_DRAW);
    assert_non_null(glMapBufferRange(GL_COPY_READ_BUFFER, 0, 4, GL_MAP_READ_BIT));
    check_list(e, &d, HPYR_ERROR_BUFFER, small.list);
    stored_free(&small);
    check_list(e, &d, HPYR_ERROR_BUFFER, (hpyr_list){.buffer = small.list.buffer ? small.list.buffer : NONE});
}

static image make_image(hpyr_format format, uint32_t target, uint32_t width, uint32_t height, uint32_t depth) {
    image im = image_make(format, 0, width, height, depth);
    image_upload_to(&im, target, 0);
    return im;
}

GPU_TEST(wrong_textures_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(image_free)
    image good = make_image(HPYR_FORMAT_R32UI, 0, 7, 3, 1), small = make_image(HPYR_FORMAT_R32UI, 0, 19, 1, 1);
    SCOPED(image_free)
    image bytes = make_image(HPYR_FORMAT_R8UI, 0, 7, 3, 1), four = make_image(HPYR_FORMAT_RGBA32UI, 0, 7, 3, 1);
    image volume = make_image(HPYR_FORMAT_R32UI, GL_TEXTURE_3D, 7, 3, 1),
          gone = make_image(HPYR_FORMAT_R32UI, 0, 7, 3, 1);
    SCOPED(image_free) image floats = make_image(HPYR_FORMAT_R32F, 0, 7, 3, 1);
    const hpyr_texture deleted = gone.texture;
    hpyr_texture wide = good.texture, level = good.texture, format = good.texture, strange = good.texture;
    image_free(&gone);
    wide.width = 8;
    level.level = 1;
    format.format = HPYR_FORMAT_R32F;
    strange.format = (hpyr_format)99;
    const mistake mistakes[] = {
        {HPYR_ERROR_INVALID_ARGUMENT, {.texture = good.texture, .buffer = d.other.list.buffer}},
        {HPYR_ERROR_INVALID_ARGUMENT, {.texture = good.texture, .offset = 4}},
        {HPYR_ERROR_INVALID_ARGUMENT, {.texture = good.texture, .type = HPYR_LIST_TYPE_FLOAT}},
        {HPYR_ERROR_INVALID_ARGUMENT, {.texture = floats.texture, .type = HPYR_LIST_TYPE_INT}},
        {HPYR_ERROR_INVALID_ARGUMENT, {.texture = floats.texture, .type = HPYR_LIST_TYPE_UINT}},
        {HPYR_ERROR_INVALID_ARGUMENT, {.texture = strange}},
        {HPYR_ERROR_TEXTURE, {.texture = small.texture}},
        {HPYR_ERROR_TEXTURE, {.texture = bytes.texture}},
        {HPYR_ERROR_TEXTURE, {.texture = four.texture}},
        {HPYR_ERROR_TEXTURE, {.texture = volume.texture}},
        {HPYR_ERROR_TEXTURE, {.texture = deleted}},
        {HPYR_ERROR_TEXTURE, {.texture = wide}},
        {HPYR_ERROR_TEXTURE, {.texture = level}},
        {HPYR_ERROR_TEXTURE, {.texture = format}},
    };
    for (size_t i = 0; i < LENGTH(mistakes); i++)
        check_list(e, &d, mistakes[i].result, mistakes[i].list);
    for (int what = 0; what < OPERATIONS; what++) /* no floats come out of any of them */
        check_run(e, &d, (operation)what, HPYR_ERROR_INVALID_ARGUMENT, d.in.list,
                  (hpyr_list){.texture = floats.texture}, whole);
    image_free(&volume);
}

/* ---- lengths ---- */

static void check_length(env *e, desk *d, hpyr_result expected, hpyr_length length) {
    for (int what = 0; what < OPERATIONS; what++)
        check_run(e, d, (operation)what, expected, d->in.list, d->out.list, length);
}

GPU_TEST(wrong_lengths_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(length_free) hpyr_length good = length_in_buffer(COUNT, 5);
    hpyr_pyramid *pyramid = make_pyramid(e, 4, 4), *foreign = NULL;
    hpyr_context *context = NULL;
    const hpyr_pyramid_desc size = {.width = 4, .height = 4};
    OK(e, hpyr_context_create(NULL, &context));
    OK(e, hpyr_pyramid_create(context, &size, &foreign));
    check_length(e, &d, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_length){.count = CAPACITY + 1});
    check_length(e, &d, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_length){.count = UINT32_MAX - 1});
    check_length(e, &d, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_length){.buffer = good.buffer});
    check_length(e, &d, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_length){.pyramid = pyramid});
    check_length(e, &d, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_length){.count = COUNT, .offset = 4});
    check_length(e, &d, HPYR_ERROR_INVALID_ARGUMENT,
                 (hpyr_length){.count = COUNT, .buffer = good.buffer, .pyramid = pyramid});
    check_length(e, &d, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_length){.count = COUNT, .buffer = good.buffer, .offset = 6});
    check_length(e, &d, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_length){.count = COUNT, .pyramid = pyramid, .offset = 4});
    check_length(e, &d, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_length){.count = COUNT, .pyramid = foreign});
    check_length(e, &d, HPYR_ERROR_NOT_BUILT, (hpyr_length){.count = COUNT, .pyramid = pyramid});
    check_length(e, &d, HPYR_ERROR_BUFFER, (hpyr_length){.count = COUNT, .buffer = NONE});
    check_length(e, &d, HPYR_ERROR_BUFFER, (hpyr_length){.count = COUNT, .buffer = good.buffer, .offset = 16});
    check_length(e, &d, HPYR_ERROR_BUFFER,
                 (hpyr_length){.count = COUNT, .buffer = good.buffer, .offset = UINT64_MAX - 3});
    glBindBuffer(GL_COPY_READ_BUFFER, good.buffer);
    assert_non_null(glMapBufferRange(GL_COPY_READ_BUFFER, 0, 4, GL_MAP_READ_BIT));
    check_length(e, &d, HPYR_ERROR_BUFFER, good);
    glBindBuffer(GL_COPY_READ_BUFFER, good.buffer);
    glBufferData(GL_COPY_READ_BUFFER, 0, NULL, GL_STATIC_DRAW);
    good.offset = 0;
    check_length(e, &d, HPYR_ERROR_BUFFER, good);
    CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
    CALL_VOID(e, hpyr_pyramid_destroy(foreign));
    CALL_VOID(e, hpyr_context_destroy(context));
}

/* ---- members of their own ---- */

/* Runs a call of a whole descriptor, which is refused. */
#define REFUSED(call)                                                                                                  \
    do {                                                                                                               \
        env_clear_log(e);                                                                                              \
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, call);                                                                  \
        assert_true(e->log_length > 0);                                                                                \
        stored_check_untouched(&d.out, "output of a call that is refused");                                            \
        stored_check(&d.in, numbers, COUNT, false, "input of a call that is refused");                                 \
    } while (0)

GPU_TEST(scans_and_reductions_that_make_no_sense_are_refused) {
    desk d = desk_make(e);
    const hpyr_lists_scan_desc scans[] = {{.input = d.in.list, .length = whole},
                                          {.output = d.out.list, .length = whole}};
    const hpyr_lists_reduce_desc reductions[] = {
        {.output = d.out.list, .length = whole},
        {.input = d.in.list, .output = d.out.list, .reduction = (hpyr_list_reduction)4, .length = whole},
        {.input = d.in.list, .output = d.out.list, .reduction = (hpyr_list_reduction)-1, .length = whole}};
    for (size_t i = 0; i < LENGTH(scans); i++)
        REFUSED(hpyr_lists_scan(d.lists, &scans[i]));
    for (size_t i = 0; i < LENGTH(reductions); i++)
        REFUSED(hpyr_lists_reduce(d.lists, &reductions[i]));
    desk_free(&d);
}

GPU_TEST(selections_that_make_no_sense_are_refused) {
    static const char *const glsl = "bool hpyr_select_at(uint position) { return true; }";
    SCOPED(desk_free) desk d = desk_make(e);
    const hpyr_list in = d.in.list, out = d.out.list, flags = d.other.list;
    int user = 0;
    const hpyr_lists_select_desc descs[] = {
        {.input = in, .selected = out},
        {.selected = out, .flags = flags},
        {.positions = out, .condition = HPYR_LIST_CONDITION_THRESHOLD},
        {.positions = out, .condition = HPYR_LIST_CONDITION_RANGE},
        {.input = in, .positions = out, .condition = (hpyr_list_condition)5, .flags = flags},
        {.input = in, .positions = out, .condition = (hpyr_list_condition)-1, .flags = flags},
        {.input = in, .positions = out, .flags = flags, .min = 1},
        {.input = in, .positions = out, .flags = flags, .max = 1},
        {.input = in, .positions = out, .flags = flags, .glsl = glsl},
        {.input = in, .positions = out, .flags = flags, .bind = bind_nothing},
        {.input = in, .positions = out, .flags = flags, .user = &user},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_THRESHOLD, .flags = flags},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_THRESHOLD, .threshold = NAN},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_THRESHOLD, .min = 5},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_RANGE, .threshold = 5},
        {.input = in, .positions = out, .flags = flags, .threshold = 1},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_THRESHOLD, .max = 5},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_RANGE, .min = 5, .max = 4},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_RANGE, .max = NAN},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_RANGE, .min = 1, .max = 2, .glsl = glsl},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_CUSTOM},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_CUSTOM, .glsl = glsl, .flags = flags},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_CUSTOM, .glsl = glsl, .min = 1},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_CUSTOM, .glsl = glsl, .max = 1},
        {.input = in, .positions = out, .condition = HPYR_LIST_CONDITION_CUSTOM, .glsl = glsl, .user = &user},
        {.selected = out, .condition = HPYR_LIST_CONDITION_CUSTOM, .glsl = glsl},
        {.input = in, .selected = out, .positions = out, .flags = flags},
        {.input = in, .count = out, .positions = out, .flags = flags},
    };
    for (size_t i = 0; i < LENGTH(descs); i++) {
        hpyr_lists_select_desc desc = descs[i];
        desc.length = whole;
        REFUSED(hpyr_lists_select(d.lists, &desc));
    }
    const hpyr_lists_unique_desc no_keys = {.unique = out, .length = whole};
    const hpyr_lists_unique_desc twice = {.keys = in, .unique = out, .run_lengths = out, .length = whole};
    REFUSED(hpyr_lists_unique(d.lists, &no_keys));
    REFUSED(hpyr_lists_unique(d.lists, &twice));
}

GPU_TEST(sorts_that_make_no_sense_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_list in = d.in.list, out = d.out.list, ints = in, floats = in;
    ints.type = HPYR_LIST_TYPE_INT;
    floats.type = HPYR_LIST_TYPE_FLOAT;
    const hpyr_lists_sort_desc descs[] = {
        {.keys = in},
        {.sorted_keys = out},
        {.values = in, .sorted_values = out},
        {.keys = in, .values = d.other.list, .sorted_keys = out},
        {.keys = in, .sorted_keys = out, .sorted_values = out},
        {.keys = in, .sorted_keys = out, .first_bit = 32},
        {.keys = in, .sorted_keys = out, .first_bit = 33},
        {.keys = in, .sorted_keys = out, .first_bit = 30, .bit_count = 3},
        {.keys = in, .sorted_keys = out, .bit_count = 33},
        {.keys = in, .sorted_keys = out, .first_bit = UINT32_MAX, .bit_count = 2},
        {.keys = in, .sorted_keys = out, .first_bit = 2, .bit_count = UINT32_MAX},
        {.keys = ints, .sorted_keys = out, .first_bit = 1},
        {.keys = ints, .sorted_keys = out, .bit_count = 32},
        {.keys = floats, .sorted_keys = out, .bit_count = 16},
    };
    for (size_t i = 0; i < LENGTH(descs); i++) {
        hpyr_lists_sort_desc desc = descs[i];
        desc.length = whole;
        REFUSED(hpyr_lists_sort(d.lists, &desc));
    }
    out.type = HPYR_LIST_TYPE_UINT;
    const hpyr_lists_sort_desc types = {.keys = floats, .sorted_keys = out, .length = whole};
    REFUSED(hpyr_lists_sort(d.lists, &types));
    assert_true(env_logged(e, "an output of type UINT cannot take entries of type FLOAT"));
}

GPU_TEST(partitions_that_make_no_sense_are_refused) {
    static const double bounds[] = {1, 2}, falling[] = {2, 1}, with_nan[] = {1, NAN}, nan_first[] = {NAN, 1};
    desk d = desk_make(e);
    hpyr_list in = d.in.list, out = d.out.list, bins = d.other.list, ints = bins;
    ints.type = HPYR_LIST_TYPE_INT;
    const hpyr_lists_partition_desc descs[] = {
        {.keys = in, .bounds = bounds, .bin_count = 3},
        {.keys = in, .bounds = bounds, .partitioned_keys = out},
        {.keys = in, .bins = bins, .bin_count = 65537, .partitioned_keys = out},
        {.keys = in, .bins = bins, .bin_count = UINT32_MAX, .partitioned_keys = out},
        {.keys = in, .bins = bins, .bounds = bounds, .bin_count = 3, .partitioned_keys = out},
        {.keys = in, .bounds = falling, .bin_count = 3, .partitioned_keys = out},
        {.keys = in, .bounds = with_nan, .bin_count = 3, .partitioned_keys = out},
        {.keys = in, .bounds = nan_first, .bin_count = 3, .partitioned_keys = out},
        {.bounds = bounds, .bin_count = 3, .partitioned_values = out},
        {.bins = bins, .bin_count = 3, .partitioned_keys = out},
        {.keys = in, .bins = ints, .bin_count = 3, .partitioned_keys = out},
        {.keys = in, .values = in, .bins = bins, .bin_count = 3, .partitioned_keys = out},
        {.keys = in, .bins = bins, .bin_count = 3, .partitioned_keys = out, .partitioned_values = out},
        {.keys = in, .bins = bins, .bin_count = 3, .partitioned_keys = out, .offsets = out},
        {.keys = in, .bin_count = 3, .partitioned_keys = out},
    };
    for (size_t i = 0; i < LENGTH(descs); i++) {
        hpyr_lists_partition_desc desc = descs[i];
        desc.length = whole;
        REFUSED(hpyr_lists_partition(d.lists, &desc));
    }
    assert_true(env_logged(e, "either `bins` or `bounds`"));
    const hpyr_lists_partition_desc large = {
        .bins = bins, .bin_count = COUNT - 1, .offsets = out, .length = whole}; /* it needs COUNT + 1 offsets */
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_lists_partition(d.lists, &large));
    stored_check_untouched(&d.out, "offsets without room");
    desk_free(&d);
}

static void check_gather(env *e, desk *d, hpyr_result expected, const hpyr_records *source,
                         const hpyr_records *output) {
    const hpyr_lists_gather_desc desc = {
        .positions = d->in.list, .source = *source, .output = *output, .length = whole};
    env_clear_log(e);
    EXPECT(e, expected, hpyr_lists_gather(d->lists, &desc));
    if (expected == HPYR_OK)
        return;
    assert_true(e->log_length > 0);
    stored_check_untouched(&d->out, "output of a gather that is refused");
}

GPU_TEST(gathers_that_make_no_sense_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(image_free)
    image texture = make_image(HPYR_FORMAT_R32UI, 0, 7, 3, 1),
          volume = make_image(HPYR_FORMAT_R32UI, GL_TEXTURE_3D, 7, 3, 1);
    const hpyr_records source = {.buffer = d.other.list.buffer, .format = HPYR_FORMAT_R32UI, .count = COUNT};
    const hpyr_records output = {.buffer = d.out.list.buffer, .format = HPYR_FORMAT_R32UI};
    const hpyr_records image_records = {.texture = texture.texture}, nothing = {.format = HPYR_FORMAT_R32UI};
    const hpyr_lists_gather_desc no_positions = {.source = source, .output = output, .length = whole};
    REFUSED(hpyr_lists_gather(d.lists, &no_positions));
    check_gather(e, &d, HPYR_ERROR_INVALID_ARGUMENT, &nothing, &output);
    check_gather(e, &d, HPYR_ERROR_INVALID_ARGUMENT, &source, &nothing);
#define WRONG(expected, which, member, value)                                                                          \
    do {                                                                                                               \
        hpyr_records s = source, o = output;                                                                           \
        which.member = (value);                                                                                        \
        check_gather(e, &d, expected, &s, &o);                                                                         \
    } while (0)
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, o, count, 1);
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, s, format, (hpyr_format)0);
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, s, format, (hpyr_format)(HPYR_FORMAT_DEPTH + 1));
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, s, format, HPYR_FORMAT_RGBA16F);
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, s, format, HPYR_FORMAT_RGB32F);
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, s, format, (hpyr_format)-1);
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, s, format, HPYR_FORMAT_R32F);
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, o, format, HPYR_FORMAT_R8UI);
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, s, offset, 2);
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, o, offset, 1);
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, s, texture, texture.texture);
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, o, texture, texture.texture);
    WRONG(HPYR_ERROR_INVALID_ARGUMENT, s, count, 0);
    WRONG(HPYR_ERROR_BUFFER, s, count, COUNT + 1);
    WRONG(HPYR_ERROR_BUFFER, s, count, UINT32_MAX);
    WRONG(HPYR_ERROR_BUFFER, s, offset, 4);
    WRONG(HPYR_ERROR_BUFFER, o, offset, 4);
    WRONG(HPYR_ERROR_BUFFER, o, offset, UINT64_MAX - 3);
    WRONG(HPYR_ERROR_BUFFER, s, buffer, NONE);
    WRONG(HPYR_ERROR_BUFFER, o, buffer, NONE);
#undef WRONG
    hpyr_records large = image_records, deep = {.texture = volume.texture, .count = COUNT}, shifted = image_records;
    large.count = 22;
    shifted.offset = 4;
    shifted.count = 20;
    check_gather(e, &d, HPYR_ERROR_TEXTURE, &large, &output);
    check_gather(e, &d, HPYR_ERROR_TEXTURE, &deep, &output);
    check_gather(e, &d, HPYR_ERROR_INVALID_ARGUMENT, &shifted, &output);
    large.count = 21;
    check_gather(e, &d, HPYR_ERROR_INVALID_ARGUMENT, &large, &image_records); /* of the source's texture */
    check_gather(e, &d, HPYR_OK, &large, &output);
}
