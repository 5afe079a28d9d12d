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
static hpyr_result use_children(hpyr_list_scratch *scratch, const levels *l, int level, const char *entry,
                                const char *more, GLuint *program) {
    hpi_text defines = HPI_TEXT(scratch->context);
    hpi_text_print(&defines, "#define HPYR_TYPE %d\n#define HPYR_REDUCTION %d\n%s%s", (int)l->input.type,
                   (int)l->reduction, level == 0 ? "#define HPYR_BASE\n" : "", more);
    if (level == 0) {
        hpi_list_input_define(&l->input, &defines);
        hpi_list_length_define(&l->length, &defines);
    }
    hpyr_result result = hpi_list_program(scratch, entry, &defines, program);
    if (result != HPYR_OK)
        return result;
    hpi_list_set_type(scratch, *program, l->input.type);
    if (level == 0) {
        hpi_list_input_bind(scratch, &l->input, *program, INPUT_UNIT);
        hpi_list_length_bind(scratch, &l->length, *program, LENGTH_UNIT);
        return HPYR_OK;
    }
    hpi_list_bind_plane(scratch, *program, "below", INPUT_UNIT, &scratch->sums[level]);
    glUniform1i(hpi_gl_location(scratch->context, *program, "", "below_texels"), (GLint)l->texels[level]);
    return HPYR_OK;
}

/* Sums every level up to the top, and the top to the number that is found. */
static hpyr_result reduce(hpyr_list_scratch *scratch, const levels *l) {
    GLuint program;
    for (int level = 0; level < l->top; level++) {
        hpyr_result result = use_children(scratch, l, level, "list/sums.frag.glsl", "", &program);
        if (result == HPYR_OK)
            result = hpi_list_draw(scratch, program, &scratch->sums[level + 1], l->texels[level + 1]);
        if (result != HPYR_OK)
            return result;
    }
    hpyr_result result = use_children(scratch, l, l->top, "list/found_sum.frag.glsl", "", &program);
    return result == HPYR_OK ? hpi_list_draw_found(scratch) : result;
}

/* Finds the prefixes of all levels from the top down; those of the list become the result. */
static hpyr_result spread(hpyr_list_scratch *scratch, const levels *l) {
    for (int level = l->top; level >= 0; level--) {
        const hpi_list_plane *target = level ? &scratch->prefixes[level] : &scratch->result;
        hpi_text more = HPI_TEXT(scratch->context);
        GLuint program;
        if (level == l->top)
            hpi_text_add(&more, "#define HPYR_TOP\n");
        if (level == 0 && l->inclusive)
            hpi_text_add(&more, "#define HPYR_INCLUSIVE\n");
        hpyr_result result =
            more.failed ? hpi_gl_fail(scratch->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a program")
                        : use_children(scratch, l, level, "list/prefixes.frag.glsl", hpi_text_get(&more), &program);
        hpi_text_free(&more);
        if (result == HPYR_OK && level < l->top)
            hpi_list_bind_plane(scratch, program, "above", ABOVE_UNIT, &scratch->prefixes[level + 1]);
        if (result == HPYR_OK)
            result = hpi_list_draw(scratch, program, target, l->texels[level]);
        if (result != HPYR_OK)
            return result;
    }
    return HPYR_OK;
}

hpyr_result hpi_list_sum_floats(hpyr_list_scratch *scratch, const hpi_list_input *input,
                                const hpi_list_length *length) {
    levels l = {.input = *input, .length = *length, .reduction = HPYR_LIST_SUM};
    l.input.type = HPYR_LIST_FLOAT;
    find_levels(&l);
    return reduce(scratch, &l);
}

/* ---- public ---- */

static hpyr_result scan(hpyr_list_scratch *scratch, const void *given) {
    const hpyr_list_scan_desc *desc = given;
    levels l = {.reduction = HPYR_LIST_SUM, .inclusive = desc->inclusive};
    hpi_list_output output;
    hpyr_result result = hpi_list_length_open(scratch, &desc->length, "scan", &l.length);
    if (result == HPYR_OK)
        result = hpi_list_input_open(scratch, &desc->input, "scan: input", l.length.count, 0, &l.input);
    if (result == HPYR_OK)
        result = hpi_list_output_check(scratch, &desc->output, "scan: output", l.length.count, l.input.type, &output);
    if (result == HPYR_OK)
        result = hpi_list_outputs_apart(scratch, "scan", &output, 1);
    if (result == HPYR_OK && !l.input.is_there)
        result = hpi_gl_fail(scratch->context, HPYR_ERROR_INVALID_ARGUMENT, "scan: there is no input");
    if (result != HPYR_OK)
        return result;
    find_levels(&l);
    result = reduce(scratch, &l);
    if (result == HPYR_OK)
        result = spread(scratch, &l);
    return result == HPYR_OK ? hpi_list_write(scratch, &scratch->result, &output) : result;
}

hpyr_result hpyr_list_scan(hpyr_list_scratch *scratch, const hpyr_list_scan_desc *desc) {
    return hpi_list_run(scratch, HPYR_LIST_SCAN, "scan", true, scan, desc);
}

static hpyr_result reduction(hpyr_list_scratch *scratch, const void *given) {
    const hpyr_list_reduce_desc *desc = given;
    levels l = {.reduction = desc->reduction ? desc->reduction : HPYR_LIST_SUM};
    hpi_list_output output;
    if ((uint32_t)l.reduction > HPYR_LIST_MAXIMUM)
        return hpi_gl_fail(scratch->context, HPYR_ERROR_INVALID_ARGUMENT, "reduce: %d is no hpyr_list_reduction",
                           (int)l.reduction);
    hpyr_result result = hpi_list_length_open(scratch, &desc->length, "reduce", &l.length);
    if (result == HPYR_OK)
        result = hpi_list_input_open(scratch, &desc->input, "reduce: input", l.length.count, 0, &l.input);
    if (result == HPYR_OK)
        result = hpi_list_output_check(scratch, &desc->output, "reduce: output", 1, l.input.type, &output);
    if (result == HPYR_OK && !l.input.is_there)
        result = hpi_gl_fail(scratch->context, HPYR_ERROR_INVALID_ARGUMENT, "reduce: there is no input");
    if (result != HPYR_OK)
        return result;
    find_levels(&l);
    result = reduce(scratch, &l);
    return result == HPYR_OK ? hpi_list_write_found(scratch, &output) : result;
}

hpyr_result hpyr_list_reduce(hpyr_list_scratch *scratch, const hpyr_list_reduce_desc *desc) {
    return hpi_list_run(scratch, HPYR_LIST_SCAN, "reduce", true, reduction, desc);
}
