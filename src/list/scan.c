/* scan.c - prefix sums, and sums, minima and maxima of lists.
 * SPDX-License-Identifier: MIT
 *
 * The levels are those of a HistoPyramid over a list (Ziegler et al. 2006, section 5). A texel holds
 * four entries; a node is the sum of four texels; so a texel of nodes stands above sixteen texels.
 *
 *     level 0: the list    level 1: nodes of 16 entries    level 2: nodes of 256 entries ..
 *
 * A scan is the rank of every entry. One key would walk upwards; all of them together are found from
 * the top down, a level after the other: the prefix of a texel is that of its node, plus the texels
 * of this node that stand before it. Minimum and maximum need the way up only. */
#include "list/operands.h"

enum { INPUT_UNIT = 0, ABOVE_UNIT = 2, LENGTH_UNIT = 3, FAN_OUT = 16 };

/* A reduction or scan that runs. */
typedef struct levels {
    hpi_list_input input;
    hpi_list_length length;
    hpyr_list_reduction reduction;
    bool inclusive;
    uint32_t texels[HPI_LIST_LEVELS];
    int top;
} levels;

static void find_levels(levels *l) {
    l->texels[0] = hpi_list_texels(l->length.count);
    for (l->top = 0; l->texels[l->top] > 1; l->top++)
        l->texels[l->top + 1] = (l->texels[l->top] - 1) / FAN_OUT + 1;
}

/* Makes a program that reads the texels of a level, which are the list's or sums. */
static hpyr_result use_children(hpyr_lists *lists, const levels *l, int level, const char *entry, const char *more,
                                GLuint *program) {
    hpi_text defines = HPI_TEXT(lists->context);
    hpi_text_print(&defines, "#define HPYR_TYPE %d\n#define HPYR_REDUCTION %d\n%s%s", (int)l->input.type,
                   (int)l->reduction, level == 0 ? "#define HPYR_BASE\n" : "", more);
    if (level == 0) {
        hpi_list_input_define(&l->input, &defines);
        hpi_list_length_define(&l->length, &defines);
    }
    hpyr_result result = hpi_list_program(lists, entry, &defines, program);
    if (result != HPYR_OK)
        return result;
    hpi_list_set_type(lists, *program, l->input.type);
    if (level == 0) {
        hpi_list_input_bind(lists, &l->input, *program, INPUT_UNIT);
        hpi_list_length_bind(lists, &l->length, *program, LENGTH_UNIT);
        return HPYR_OK;
    }
    hpi_list_bind_plane(lists, *program, "below", INPUT_UNIT, &lists->sums[level]);
    glUniform1i(hpi_gl_location(lists->context, *program, "", "below_texels"), (GLint)l->texels[level]);
    return HPYR_OK;
}

/* Sums every level up to the top, and the top to the number that is found. */
static hpyr_result reduce(hpyr_lists *lists, const levels *l) {
    GLuint program;
    for (int level = 0; level < l->top; level++) {
        hpyr_result result = use_children(lists, l, level, "list/sums.frag.glsl", "", &program);
        if (result == HPYR_OK)
            glUniform1i(hpi_gl_location(lists->context, program, "", "texels"), FAN_OUT);
        if (result == HPYR_OK)
            result = hpi_list_draw(lists, program, &lists->sums[level + 1], l->texels[level + 1]);
        if (result != HPYR_OK)
            return result;
    }
    hpyr_result result = use_children(lists, l, l->top, "list/found_sum.frag.glsl", "", &program);
    return result == HPYR_OK ? hpi_list_draw_found(lists) : result;
}

/* Finds the prefixes of all levels from the top down; those of the list become the result. */
static hpyr_result spread(hpyr_lists *lists, const levels *l) {
    for (int level = l->top; level >= 0; level--) {
        const hpi_list_plane *target = level ? &lists->prefixes[level] : &lists->result;
        hpi_text more = HPI_TEXT(lists->context);
        GLuint program;
        if (level == l->top)
            hpi_text_add(&more, "#define HPYR_TOP\n");
        if (level == 0 && l->inclusive)
            hpi_text_add(&more, "#define HPYR_INCLUSIVE\n");
        hpyr_result result =
            more.failed ? hpi_gl_fail(lists->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a program")
                        : use_children(lists, l, level, "list/prefixes.frag.glsl", hpi_text_get(&more), &program);
        hpi_text_free(&more);
        if (result == HPYR_OK && level < l->top)
            hpi_list_bind_plane(lists, program, "above", ABOVE_UNIT, &lists->prefixes[level + 1]);
        if (result == HPYR_OK)
            result = hpi_list_draw(lists, program, target, l->texels[level]);
        if (result != HPYR_OK)
            return result;
    }
    return HPYR_OK;
}

hpyr_result hpi_list_sum_floats(hpyr_lists *lists, const hpi_list_input *input, const hpi_list_length *length) {
    levels l = {.input = *input, .length = *length, .reduction = HPYR_LIST_REDUCTION_SUM};
    l.input.type = HPYR_LIST_TYPE_FLOAT;
    find_levels(&l);
    return reduce(lists, &l);
}

/* ---- public ---- */

static hpyr_result scan(hpyr_lists *lists, const void *given) {
    const hpyr_lists_scan_desc *desc = given;
    levels l = {.reduction = HPYR_LIST_REDUCTION_SUM, .inclusive = desc->inclusive};
    hpi_list_output output;
    hpyr_result result = hpi_list_length_open(lists, &desc->length, "scan", &l.length);
    if (result == HPYR_OK)
        result = hpi_list_input_open(lists, &desc->input, "scan: input", l.length.count, 0, &l.input);
    if (result == HPYR_OK)
        result = hpi_list_output_check(lists, &desc->output, "scan: output", l.length.count, l.input.type, &output);
    if (result == HPYR_OK)
        result = hpi_list_outputs_apart(lists, "scan", &output, 1);
    if (result == HPYR_OK && !l.input.is_there)
        result = hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "scan: there is no input");
    if (result != HPYR_OK)
        return result;
    find_levels(&l);
    result = reduce(lists, &l);
    if (result == HPYR_OK)
        result = spread(lists, &l);
    return result == HPYR_OK ? hpi_list_write(lists, &lists->result, &output) : result;
}

hpyr_result hpyr_lists_scan(hpyr_lists *lists, const hpyr_lists_scan_desc *desc) {
    return hpi_list_run(lists, HPYR_LIST_OPERATION_SCAN, "scan", true, scan, desc);
}

static hpyr_result reduction(hpyr_lists *lists, const void *given) {
    const hpyr_lists_reduce_desc *desc = given;
    levels l = {.reduction = desc->reduction ? desc->reduction : HPYR_LIST_REDUCTION_SUM};
    hpi_list_output output;
    if ((uint32_t)l.reduction > HPYR_LIST_REDUCTION_MAXIMUM)
        return hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "reduce: %d is no hpyr_list_reduction",
                           (int)l.reduction);
    hpyr_result result = hpi_list_length_open(lists, &desc->length, "reduce", &l.length);
    if (result == HPYR_OK)
        result = hpi_list_input_open(lists, &desc->input, "reduce: input", l.length.count, 0, &l.input);
    if (result == HPYR_OK)
        result = hpi_list_output_check(lists, &desc->output, "reduce: output", 1, l.input.type, &output);
    if (result == HPYR_OK && !l.input.is_there)
        result = hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "reduce: there is no input");
    if (result != HPYR_OK)
        return result;
    find_levels(&l);
    result = reduce(lists, &l);
    return result == HPYR_OK ? hpi_list_write_found(lists, &output) : result;
}

hpyr_result hpyr_lists_reduce(hpyr_lists *lists, const hpyr_lists_reduce_desc *desc) {
    return hpi_list_run(lists, HPYR_LIST_OPERATION_SCAN, "reduce", true, reduction, desc);
}
