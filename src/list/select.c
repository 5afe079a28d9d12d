/* select.c - the entries for which a condition holds, and the runs of equal entries.
 * Source: Ziegler et al., MPI-I-2006-4-002, section 3.  SPDX-License-Identifier: MIT
 *
 * One pass asks the condition and packs its answers as bits, 128 entries a fragment. A pyramid of
 * layout BITS counts them. Traversals find the positions of the outputs. A run of equal entries
 * begins where an entry differs from the one before, so its length is the way to the next one. */
#include "list/bounds.h"
#include "list/operands.h"
#include "list/parts.h"

#include "core/layout.h"
#include "core/traversal.h"

#include <math.h>

/* The units of a pyramid come first. */
enum { INPUT_UNIT = HPI_PYRAMID_UNITS, FOUND_UNIT, LENGTH_UNIT, COLUMN = 128 };

/* What can be written. */
typedef enum written { COUNT, VALUES, POSITIONS, DISTANCES, WRITTEN } written;

enum { BEGINS_RUN = 0 }; /* as a condition */

struct hpi_list_selector {
    hpyr_pyramid *pyramid;
    GLuint bits;
    uint32_t width, height; /* columns */
    uint32_t set[2];        /* width and height of the columns that may have a bit; all others are 0 */
};

typedef struct selection {
    hpi_list_input input, flags;
    hpi_list_length length;
    int condition;
    uint32_t bounds[2];
    hpi_list_output outputs[WRITTEN];
    const hpyr_lists_select_desc *custom; /* of CUSTOM, else NULL */
} selection;

/* ---- the part of the workspace ---- */

hpyr_pyramid_desc hpi_list_columns(uint64_t entries) {
    hpyr_pyramid_desc desc = {.width = 1,
                              .height = 1,
                              .depth = COLUMN,
                              .layout = HPYR_LAYOUT_BITS,
                              .order = HPYR_ORDER_COLUMN,
                              .max_count = 1};
    while ((uint64_t)desc.width * desc.height * COLUMN < entries)
        *(desc.width == desc.height ? &desc.width : &desc.height) *= 2;
    return desc;
}

static uint64_t part_bytes(const hpyr_context *context, uint32_t capacity) {
    hpyr_pyramid_desc desc = hpi_list_columns(capacity);
    return hpyr_pyramid_bytes(context, &desc);
}

static hpyr_result part_create(hpyr_lists *lists) {
    hpyr_pyramid_desc desc = hpi_list_columns(lists->desc.capacity);
    struct hpi_list_selector *selector = hpi_alloc_zeros(lists->context, 1, sizeof *selector);
    if (!selector)
        return hpi_gl_fail(lists->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a workspace");
    lists->selector = selector;
    selector->width = selector->set[0] = desc.width;
    selector->height = selector->set[1] = desc.height;
    selector->bits = hpi_gl_array_create(lists->context, HPYR_FORMAT_RGBA32UI, desc.width, desc.height, 1);
    return selector->bits ? hpyr_pyramid_create(lists->context, &desc, &selector->pyramid) : HPYR_ERROR_OUT_OF_MEMORY;
}

static void part_destroy(hpyr_lists *lists) {
    if (!lists->selector)
        return;
    hpyr_pyramid_destroy(lists->selector->pyramid);
    hpi_gl_textures_delete(lists->context, 1, &lists->selector->bits);
    hpi_free(lists->context, lists->selector);
}

const hpi_list_part hpi_list_select_part = {HPYR_LIST_OPERATION_SELECT, part_bytes, part_create, part_destroy};

/* ---- bits ---- */

/* The type that a program is made for, which matters to GLSL of a caller and to flags that are
 * floats. For all others one program does. */
static hpyr_list_type type_of_program(const selection *s, const hpi_list_input *read) {
    bool matters = s->custom || (s->condition == HPYR_LIST_CONDITION_FLAGS && read->type == HPYR_LIST_TYPE_FLOAT);
    return matters ? read->type : HPYR_LIST_TYPE_UINT;
}

static hpyr_result bits_program(hpyr_lists *lists, const selection *s, const hpi_list_input *read, GLuint *program) {
    hpi_text defines = HPI_TEXT(lists->context);
    hpi_text_print(&defines, "#define HPYR_CONDITION %d\n#define HPYR_TYPE %d\n%s", s->condition,
                   (int)type_of_program(s, read), s->custom && read->is_there ? "#define HPYR_VALUES\n" : "");
    hpi_list_input_define(read, &defines);
    hpi_list_length_define(&s->length, &defines);
    const hpi_gl_program_desc desc = {.fragment = {.entry = "list/select_bits.frag.glsl"},
                                      .defines = &defines,
                                      .caller = s->custom ? s->custom->glsl : NULL};
    hpyr_result result = hpi_gl_program_get(lists->context, &desc, program);
    hpi_text_free(&defines);
    if (result == HPYR_OK)
        glUseProgram(*program);
    return result;
}

/* Draws the columns that the list needs, and those that the list before it has set. */
static hpyr_result draw_bits(hpyr_lists *lists, const selection *s) {
    const hpyr_context *context = lists->context;
    const hpyr_pyramid_desc needed = hpi_list_columns(s->length.count);
    struct hpi_list_selector *selector = lists->selector;
    const hpi_list_input *read = s->condition == HPYR_LIST_CONDITION_FLAGS ? &s->flags : &s->input;
    GLuint program;
    hpyr_result result = bits_program(lists, s, read, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_input_bind(lists, read, program, INPUT_UNIT);
    hpi_list_length_bind(lists, &s->length, program, LENGTH_UNIT);
    hpi_list_set_type(lists, program, read->type);
    glUniform2ui(hpi_gl_location(context, program, "", "bounds"), s->bounds[0], s->bounds[1]);
    glUniform2i(hpi_gl_location(context, program, "", "loops"), COLUMN / 32, 8);
    if (s->custom && s->custom->bind)
        s->custom->bind(program, HPI_DEFAULT_PREFIX, HPI_STATE_UNITS, s->custom->user);
    GLuint framebuffer = hpi_gl_layers_framebuffer(context, selector->bits, 0, 0, 1);
    if (!framebuffer)
        return hpi_gl_fail(context, HPYR_ERROR_GL, "select: this GL cannot render to RGBA32UI");
    const uint32_t width = needed.width > selector->set[0] ? needed.width : selector->set[0];
    const uint32_t height = needed.height > selector->set[1] ? needed.height : selector->set[1];
    hpi_gl_viewport(context, 0, 0, width, height);
    hpi_gl_draw_bands(context, (uint64_t)width * height * COLUMN * (s->custom ? HPI_CALLER_FETCHES : 1));
    selector->set[0] = needed.width;
    selector->set[1] = needed.height;
    hpi_gl_framebuffers_delete(context, 1, &framebuffer);
    return HPYR_OK;
}

static hpyr_result build(hpyr_lists *lists, const selection *s) {
    const struct hpi_list_selector *selector = lists->selector;
    const hpyr_texture bits = {.name = selector->bits,
                               .target = GL_TEXTURE_2D_ARRAY,
                               .width = selector->width,
                               .height = selector->height,
                               .depth = 1,
                               .format = HPYR_FORMAT_RGBA32UI};
    hpyr_result result = draw_bits(lists, s);
    return result == HPYR_OK ? hpyr_pyramid_build_bits(selector->pyramid, &bits) : result;
}

/* ---- outputs ---- */

/* Makes a program of selected.frag.glsl. It writes how many were selected, or their positions, or what the input has there. */
static hpyr_result selected_program(const hpyr_lists *lists, const selection *s, written what, GLuint *program) {
    const hpyr_pyramid *pyramid = lists->selector->pyramid;
    const hpi_gl_stage stage = {.part = pyramid->layout->traversal, .entry = "list/selected.frag.glsl"};
    const hpi_gl_stage vertex = {.entry = what == COUNT ? NULL : HPI_LIST_FOUND_ROWS};
    hpi_text defines = HPI_TEXT(lists->context);
    hpi_core_add_level_defines(pyramid, &defines);
    hpi_text_print(&defines, "#define HPYR_WRITE %d\n", (int)what);
    if (what == VALUES)
        hpi_list_input_define(&s->input, &defines);
    hpyr_result result = hpi_core_program_of(pyramid, &vertex, &stage, false, hpi_text_get(&defines), program);
    hpi_text_free(&defines);
    return result;
}

static hpyr_result draw_selected(hpyr_lists *lists, const selection *s, written what) {
    hpyr_pyramid *pyramid = lists->selector->pyramid;
    hpi_loan borrowed;
    GLuint program;
    hpyr_result result = selected_program(lists, s, what, &program);
    if (result == HPYR_OK)
        result = hpi_core_use(pyramid, program, HPI_DEFAULT_PREFIX, HPI_PYRAMID_UNIT, HPI_STATE_UNITS, &borrowed);
    if (result != HPYR_OK)
        return result;
    if (what == VALUES)
        hpi_list_input_bind(lists, &s->input, program, INPUT_UNIT);
    else /* a driver may keep it, and samplers of two types must not share a unit */
        glUniform1i(hpi_gl_location(lists->context, program, "", "input"), INPUT_UNIT);
    result = what == COUNT ? hpi_list_draw_found(lists)
                           : hpi_list_draw_found_rows(lists, program, FOUND_UNIT, &lists->result,
                                                      hpi_list_texels(s->length.count), s->outputs[what].is_there);
    hpi_core_loan_end(pyramid->context, &borrowed);
    return result;
}

static hpyr_result use_at_positions(hpyr_lists *lists, const selection *s, written what, GLuint *program) {
    const hpi_gl_stage vertex = {.entry = HPI_LIST_FOUND_ROWS};
    hpi_text defines = HPI_TEXT(lists->context);
    hpi_list_input_define(&s->input, &defines);
    hpi_list_length_define(&s->length, &defines);
    hpi_text_add(&defines, what == DISTANCES ? "#define HPYR_RUNS\n" : "");
    return hpi_list_program_of(lists, &vertex, "list/at_positions.frag.glsl", &defines, program);
}

/* Draws what stands at the positions that lists->result has. The plane of the flags is free now. */
static hpyr_result draw_at_positions(hpyr_lists *lists, const selection *s, written what) {
    GLuint program;
    hpyr_result result = use_at_positions(lists, s, what, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_input_bind(lists, &s->input, program, INPUT_UNIT);
    hpi_list_length_bind(lists, &s->length, program, LENGTH_UNIT);
    hpi_list_bind_plane(lists, program, "positions", HPI_PYRAMID_UNIT, &lists->result);
    return hpi_list_draw_found_rows(lists, program, FOUND_UNIT, &lists->staging[1],
                                    hpi_list_texels(s->outputs[what].count), true);
}

/* All programs by which outputs are written, before the first one is. */
static hpyr_result prepare_outputs(hpyr_lists *lists, const selection *s) {
    GLuint program;
    hpyr_result result = hpi_list_writers(lists, s->outputs, WRITTEN);
    for (written what = VALUES; lists->context->no_compile_wait && result == HPYR_OK && what < WRITTEN; what++)
        if (s->outputs[what].is_there && what != POSITIONS)
            result = use_at_positions(lists, s, what, &program);
    return result;
}

static hpyr_result write_one(hpyr_lists *lists, const selection *s, written what) {
    const hpi_list_plane *plane = what == POSITIONS ? &lists->result : &lists->staging[1];
    if (!s->outputs[what].is_there)
        return HPYR_OK;
    hpyr_result result = what == POSITIONS ? HPYR_OK : draw_at_positions(lists, s, what);
    return result == HPYR_OK ? hpi_list_write(lists, plane, &s->outputs[what]) : result;
}

/* Values alone are written without a list of their positions. */
static hpyr_result write_values(hpyr_lists *lists, const selection *s) {
    hpyr_result result = draw_selected(lists, s, VALUES);
    if (result == HPYR_OK)
        result = hpi_list_writers(lists, s->outputs, WRITTEN);
    return result == HPYR_OK ? hpi_list_write(lists, &lists->result, &s->outputs[VALUES]) : result;
}

/* The values come first: they are read from the input, which another output may replace. */
static hpyr_result write_lists(hpyr_lists *lists, const selection *s) {
    const bool others = s->outputs[POSITIONS].is_there || s->outputs[DISTANCES].is_there;
    hpyr_result result = HPYR_OK;
    if (!others)
        return s->outputs[VALUES].is_there ? write_values(lists, s) : result;
    result = draw_selected(lists, s, POSITIONS);
    if (result == HPYR_OK)
        result = prepare_outputs(lists, s);
    for (written what = VALUES; result == HPYR_OK && what < WRITTEN; what++)
        result = write_one(lists, s, what);
    return result;
}

static hpyr_result write_all(hpyr_lists *lists, const selection *s) {
    hpyr_result result = build(lists, s);
    if (result == HPYR_OK)
        result = draw_selected(lists, s, COUNT);
    if (result == HPYR_OK)
        result = write_lists(lists, s);
    return result == HPYR_OK ? hpi_list_write_found(lists, &s->outputs[COUNT]) : result;
}

/* ---- select ---- */

static hpyr_result refuse(const hpyr_lists *lists, const char *why) {
    return hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "select: %s", why);
}

static hpyr_result check_members(const hpyr_lists *lists, const hpyr_lists_select_desc *desc, int condition) {
    const bool has_threshold = condition == HPYR_LIST_CONDITION_THRESHOLD;
    const bool has_range = condition == HPYR_LIST_CONDITION_RANGE, compares = has_threshold || has_range;
    if ((uint32_t)condition > HPYR_LIST_CONDITION_CUSTOM)
        return refuse(lists, "no such hpyr_list_condition");
    if (isnan(desc->threshold) || isnan(desc->min) || isnan(desc->max) || (has_range && desc->min > desc->max))
        return refuse(lists, "a bound is NaN, or min is above max");
    if ((condition == HPYR_LIST_CONDITION_CUSTOM) != (desc->glsl != NULL))
        return refuse(lists, "GLSL belongs to condition CUSTOM, which needs it");
    if ((desc->bind && !desc->glsl) || (desc->user && !desc->bind))
        return refuse(lists, "`bind` needs `glsl`, and `user` needs `bind`");
    if ((condition == HPYR_LIST_CONDITION_FLAGS) != hpi_list_is_given(&desc->flags))
        return refuse(lists, "flags belong to condition FLAGS, which needs them");
    if ((desc->threshold != 0 && !has_threshold) || ((desc->min != 0 || desc->max != 0) && !has_range))
        return refuse(lists, "`threshold`, `min` or `max` has no effect with this condition");
    if (!hpi_list_is_given(&desc->input) && (compares || hpi_list_is_given(&desc->selected)))
        return refuse(lists, "there is no input to compare or to write");
    return HPYR_OK;
}

static void set_bounds(const hpyr_lists_select_desc *desc, selection *s) {
    const bool has_range = s->condition == HPYR_LIST_CONDITION_RANGE;
    const double min = has_range ? desc->min : desc->threshold, max = has_range ? desc->max : INFINITY;
    s->bounds[0] = 1;
    s->bounds[1] = 0;
    if (s->condition != HPYR_LIST_CONDITION_THRESHOLD && !has_range)
        return;
    bool some = hpi_list_lower_bound(s->input.type, min, &s->bounds[0]) &&
                hpi_list_upper_bound(s->input.type, max, &s->bounds[1]);
    if (!some) {
        s->bounds[0] = 1;
        s->bounds[1] = 0;
    }
}

static hpyr_result check_outputs(hpyr_lists *workspace, const char *what, selection *s, const hpyr_list *values,
                                 const hpyr_list *positions, const hpyr_list *distances, const hpyr_list *count) {
    const hpyr_list none = {0};
    const hpyr_list *lists[WRITTEN] = {count, values, positions, distances ? distances : &none};
    hpyr_result result = HPYR_OK;
    for (written i = COUNT; result == HPYR_OK && i < WRITTEN; i++)
        result = hpi_list_output_check(workspace, lists[i], what, i == COUNT ? 1 : s->length.count,
                                       i == VALUES ? s->input.type : HPYR_LIST_TYPE_UINT, &s->outputs[i]);
    return result == HPYR_OK ? hpi_list_outputs_disjoint(workspace, what, s->outputs, WRITTEN) : result;
}

static hpyr_result select_entries(hpyr_lists *lists, const void *given) {
    const hpyr_lists_select_desc *desc = given;
    selection s = {.condition = desc->condition ? (int)desc->condition : HPYR_LIST_CONDITION_FLAGS};
    hpyr_result result = check_members(lists, desc, s.condition);
    if (result == HPYR_OK)
        result = hpi_list_length_open(lists, &desc->length, "select", &s.length);
    if (result == HPYR_OK)
        result = hpi_list_input_open(lists, &desc->input, "select: input", s.length.count, 0, &s.input);
    if (result == HPYR_OK)
        result = hpi_list_input_open(lists, &desc->flags, "select: flags", s.length.count, 1, &s.flags);
    if (result == HPYR_OK)
        result = check_outputs(lists, "select: outputs", &s, &desc->selected, &desc->positions, NULL, &desc->count);
    if (result != HPYR_OK)
        return result;
    s.custom = s.condition == HPYR_LIST_CONDITION_CUSTOM ? desc : NULL;
    set_bounds(desc, &s);
    return write_all(lists, &s);
}

hpyr_result hpyr_lists_select(hpyr_lists *lists, const hpyr_lists_select_desc *desc) {
    return hpi_list_run(lists, HPYR_LIST_OPERATION_SELECT, "select", true, select_entries, desc);
}

/* ---- unique ---- */

static hpyr_result find_runs(hpyr_lists *lists, const void *given) {
    const hpyr_lists_unique_desc *desc = given;
    selection s = {.condition = BEGINS_RUN};
    hpyr_result result = hpi_list_length_open(lists, &desc->length, "unique", &s.length);
    if (result == HPYR_OK)
        result = hpi_list_input_open(lists, &desc->keys, "unique: keys", s.length.count, 0, &s.input);
    if (result == HPYR_OK && !s.input.is_there)
        result = hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "unique: there are no keys");
    if (result == HPYR_OK)
        result =
            check_outputs(lists, "unique: outputs", &s, &desc->unique, &desc->firsts, &desc->run_lengths, &desc->count);
    return result == HPYR_OK ? write_all(lists, &s) : result;
}

hpyr_result hpyr_lists_unique(hpyr_lists *lists, const hpyr_lists_unique_desc *desc) {
    return hpi_list_run(lists, HPYR_LIST_OPERATION_SELECT, "unique", true, find_runs, desc);
}
