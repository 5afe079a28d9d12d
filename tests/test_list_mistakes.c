/* test_list_mistakes.c - what a caller of the lists can do wrong, one argument at a time: each is told, and nothing is
 * written.  SPDX-License-Identifier: MIT */
#include "lists.h"
#include "mistakes.h"

#include <math.h>
#include <string.h>

enum { COUNT = 20, CAPACITY = 64, NONE = 12345 /* a name that no object has */ };

/* ---- workspaces ---- */

MISTAKES_OF_CREATE(lists, hpyr_lists_bytes(e->context, wrong) == 0)

#define DESC(error, ...) WRONG(error, hpyr_lists_desc, __VA_ARGS__)

GPU_TEST(workspace_is_refused) {
    const uint32_t most = hpyr_context_caps(e->context)->max_list_length;
    const hpyr_lists_desc desc = {.capacity = COUNT}, scan = {COUNT, HPYR_LIST_OPERATION_SCAN};
    const mistake rows[] = {
        WRONG_TOLD(INVALID_ARGUMENT, "capacity is 0", hpyr_lists_desc, capacity, 0),
        WRONG_TOLD(INVALID_ARGUMENT, "operations 0x10 has bits", hpyr_lists_desc, operations, 16),
        DESC(INVALID_ARGUMENT, operations, HPYR_LIST_OPERATION_ALL + 1),
        DESC(INVALID_ARGUMENT, operations, 0x80000000u),
    };
    const mistake of_scan[] = {DESC(INVALID_ARGUMENT, capacity, 0)}, large[] = {DESC(TOO_LARGE, capacity, UINT32_MAX)},
                  large_scan[] = {DESC(TOO_LARGE, capacity, most + 1)};
    assert_true(most >= 1u << 20);
    CHECK_MISTAKES(e, rows, &desc, refuse_lists, NULL);
    CHECK_MISTAKES(e, of_scan, &scan, refuse_lists, NULL);
    if (most < UINT32_MAX) {
        CHECK_MISTAKES(e, large, &desc, refuse_lists, NULL);
        CHECK_MISTAKES(e, large_scan, &scan, refuse_lists, NULL);
    }
    refuse_no_lists(e, &desc);
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
        REFUSED(e, run(&none, (operation)what, d.in.list, d.out.list, whole));
    REFUSED(e, hpyr_lists_scan(d.lists, NULL));
    REFUSED(e, hpyr_lists_reduce(d.lists, NULL));
    REFUSED(e, hpyr_lists_select(d.lists, NULL));
    REFUSED(e, hpyr_lists_unique(d.lists, NULL));
    REFUSED(e, hpyr_lists_sort(d.lists, NULL));
    REFUSED(e, hpyr_lists_partition(d.lists, NULL));
    REFUSED(e, hpyr_lists_gather(d.lists, NULL));
    REFUSED(e, hpyr_lists_result(NULL, &found));
    REFUSED(e, hpyr_lists_result(d.lists, NULL));
    REFUSED(e, hpyr_lists_try_result(NULL, &found));
    REFUSED(e, hpyr_lists_try_result(d.lists, NULL));
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

typedef struct wrong_list {
    hpyr_result result;
    hpyr_list list;
} wrong_list;

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
    const wrong_list mistakes[] = {
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
    set_mapped(small.list.buffer, true);
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
    const wrong_list mistakes[] = {
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
    set_mapped(good.buffer, true);
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
#define REFUSED_DESC(call)                                                                                             \
    do {                                                                                                               \
        EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "", call);                                                         \
        stored_check_untouched(&d.out, "output of a call that is refused");                                            \
        stored_check(&d.in, numbers, COUNT, false, "input of a call that is refused");                                 \
    } while (0)

/* The same for each of an array, whose length is that of the desk. */
#define REFUSED_DESCS(operation, descs)                                                                                \
    for (size_t i = 0; i < LENGTH(descs); i++) {                                                                       \
        descs[i].length = whole;                                                                                       \
        REFUSED_DESC(hpyr_lists_##operation(d.lists, &descs[i]));                                                      \
    }

GPU_TEST(scans_and_reductions_that_make_no_sense_are_refused) {
    desk d = desk_make(e);
    hpyr_lists_scan_desc scans[] = {{.input = d.in.list}, {.output = d.out.list}};
    hpyr_lists_reduce_desc reductions[] = {
        {.output = d.out.list},
        {.input = d.in.list, .output = d.out.list, .reduction = (hpyr_list_reduction)4},
        {.input = d.in.list, .output = d.out.list, .reduction = (hpyr_list_reduction)-1}};
    REFUSED_DESCS(scan, scans)
    REFUSED_DESCS(reduce, reductions)
    desk_free(&d);
}

GPU_TEST(selections_that_make_no_sense_are_refused) {
    static const char *const glsl = "bool hpyr_select_at(uint position) { return true; }";
    SCOPED(desk_free) desk d = desk_make(e);
    const hpyr_list in = d.in.list, out = d.out.list, flags = d.other.list;
    int user = 0;
    hpyr_lists_select_desc descs[] = {
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
    REFUSED_DESCS(select, descs)
    hpyr_lists_unique_desc uniques[] = {{.unique = out}, {.keys = in, .unique = out, .run_lengths = out}};
    REFUSED_DESCS(unique, uniques)
}

GPU_TEST(sorts_that_make_no_sense_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    hpyr_list in = d.in.list, out = d.out.list, ints = in, floats = in;
    ints.type = HPYR_LIST_TYPE_INT;
    floats.type = HPYR_LIST_TYPE_FLOAT;
    hpyr_lists_sort_desc descs[] = {
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
    REFUSED_DESCS(sort, descs)
    out.type = HPYR_LIST_TYPE_UINT;
    const hpyr_lists_sort_desc types = {.keys = floats, .sorted_keys = out, .length = whole};
    REFUSED_DESC(hpyr_lists_sort(d.lists, &types));
    assert_true(env_logged(e, "an output of type UINT cannot take entries of type FLOAT"));
}

GPU_TEST(partitions_that_make_no_sense_are_refused) {
    static const double bounds[] = {1, 2}, falling[] = {2, 1}, with_nan[] = {1, NAN}, nan_first[] = {NAN, 1};
    desk d = desk_make(e);
    hpyr_list in = d.in.list, out = d.out.list, bins = d.other.list, ints = bins;
    ints.type = HPYR_LIST_TYPE_INT;
    hpyr_lists_partition_desc descs[] = {
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
    REFUSED_DESCS(partition, descs)
    assert_true(env_logged(e, "either `bins` or `bounds`"));
    const hpyr_lists_partition_desc large = {
        .bins = bins, .bin_count = COUNT - 1, .offsets = out, .length = whole}; /* it needs COUNT + 1 offsets */
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_lists_partition(d.lists, &large));
    stored_check_untouched(&d.out, "offsets without room");
    desk_free(&d);
}

static void check_gather(env *e, void *at, const mistake *m, const void *wrong) {
    const desk *d = at;
    TOLD(e, m, hpyr_lists_gather(d->lists, wrong));
    stored_check_untouched(&d->out, "output of a gather that is refused");
    stored_check(&d->in, numbers, COUNT, false, "input of a gather that is refused");
}

#define GATHER_DESC(error, ...) WRONG(error, hpyr_lists_gather_desc, __VA_ARGS__)
#define INVALID(...)            GATHER_DESC(INVALID_ARGUMENT, __VA_ARGS__)
#define BUFFER(...)             GATHER_DESC(BUFFER, __VA_ARGS__)

GPU_TEST(gathers_that_make_no_sense_are_refused) {
    SCOPED(desk_free) desk d = desk_make(e);
    SCOPED(image_free)
    image texture = make_image(HPYR_FORMAT_R32UI, 0, 7, 3, 1),
          volume = make_image(HPYR_FORMAT_R32UI, GL_TEXTURE_3D, 7, 3, 1);
    const hpyr_lists_gather_desc good = {
        .positions = d.in.list,
        .source = {.buffer = d.other.list.buffer, .format = HPYR_FORMAT_R32UI, .count = COUNT},
        .output = {.buffer = d.out.list.buffer, .format = HPYR_FORMAT_R32UI},
        .length = whole};
    hpyr_lists_gather_desc from_texture = good;
    from_texture.source = (hpyr_records){.texture = texture.texture, .count = 21};
    const mistake rows[] = {
        INVALID(positions, {0}),
        INVALID(source, {.format = HPYR_FORMAT_R32UI}),
        INVALID(output, {.format = HPYR_FORMAT_R32UI}),
        INVALID(output.count, 1),
        INVALID(source.format, (hpyr_format)0),
        INVALID(source.format, (hpyr_format)(HPYR_FORMAT_DEPTH + 1)),
        INVALID(source.format, HPYR_FORMAT_RGBA16F),
        INVALID(source.format, HPYR_FORMAT_RGB32F),
        INVALID(source.format, (hpyr_format)-1),
        INVALID(source.format, HPYR_FORMAT_R32F),
        INVALID(output.format, HPYR_FORMAT_R8UI),
        INVALID(source.offset, 2),
        INVALID(output.offset, 1),
        INVALID(source.texture, texture.texture),
        INVALID(output.texture, texture.texture),
        INVALID(source.count, 0),
        BUFFER(source.count, COUNT + 1),
        BUFFER(source.count, UINT32_MAX),
        BUFFER(source.offset, 4),
        BUFFER(output.offset, 4),
        BUFFER(output.offset, UINT64_MAX - 3),
        BUFFER(source.buffer, NONE),
        BUFFER(output.buffer, NONE),
        GATHER_DESC(TEXTURE, source, {.texture = volume.texture, .count = COUNT}),
    };
    const mistake of_texture[] = {GATHER_DESC(TEXTURE, source.count, 22),
                                  INVALID(source, {.texture = texture.texture, .offset = 4, .count = 20}),
                                  INVALID(output, {.texture = texture.texture})}; /* of the source's texture */
    CHECK_MISTAKES(e, rows, &good, check_gather, &d);
    CHECK_MISTAKES(e, of_texture, &from_texture, check_gather, &d);
    OK(e, hpyr_lists_gather(d.lists, &from_texture));
}
