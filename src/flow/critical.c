/* critical.c - critical points: candidates are refined, and each point stays once.
 * Source: Ziegler et al. 2006, section 8.2, names seeds of flows; how they are found here is our own.
 * SPDX-License-Identifier: MIT
 *
 * The list of candidates is the pyramid's. Whether a neighbouring cell is a candidate, and where in the list it stands, the
 * pyramid's rank tells. A selection of list.h leaves one candidate of each point. */
#include "flow/flow_object.h"

#include <math.h>

enum { TARGETS = 2 };

static hpyr_texture texture_of(GLuint name, hpyr_format format, uint32_t entries) {
    return (hpyr_texture){.name = name, .width = HPI_FLOW_ROW, .height = hpi_flow_rows(entries), .format = format};
}

/* Draws places and findings of all candidates. */
static hpyr_result draw_refined(hpyr_flow *flow) {
    const hpi_gl_stage stage = {.entry = "flow/refine.frag.glsl"};
    const GLuint targets[TARGETS] = {flow->places, flow->found};
    const hpi_gl_layers none = {0};
    hpi_loan loan = {0};
    GLuint program, framebuffer = 0;
    hpyr_result result = hpi_core_source_begin(flow->pyramid, &stage, "", &program, &loan);
    if (result != HPYR_OK)
        return result;
    hpi_flow_bind(flow, program, "cells", 0, flow->list);
    framebuffer = hpi_gl_framebuffer_create(flow->context, targets, TARGETS, &none);
    if (framebuffer) {
        hpi_gl_viewport(flow->context, 0, 0, HPI_FLOW_ROW, hpi_flow_rows(flow->candidates));
        hpi_gl_draw_fullscreen(flow->context);
    }
    hpi_core_loan_end(flow->context, &loan);
    hpi_gl_framebuffers_delete(flow->context, 1, &framebuffer);
    return framebuffer ? HPYR_OK : HPYR_ERROR_GL;
}

/* Distances are parts of the largest spacing: squares of very large or small ones are no floats. */
static void set_neighbours(const hpyr_flow *flow, GLuint program) {
    const hpyr_context *context = flow->context;
    const bool *p = flow->desc.periodic;
    const float *spacing = flow->desc.grid.spacing;
    const double largest = fmax(fabs(spacing[0]), fmax(fabs(spacing[1]), fabs(spacing[2])));
    glUniform3i(hpi_gl_location(context, program, "", "cells"), (GLint)flow->cells[0], (GLint)flow->cells[1],
                (GLint)flow->cells[2]);
    glUniform3i(hpi_gl_location(context, program, "", "periodic"), p[0], p[1], p[2]);
    glUniform3f(hpi_gl_location(context, program, "", "spacing"), (GLfloat)(spacing[0] / largest),
                (GLfloat)(spacing[1] / largest), (GLfloat)(spacing[2] / largest));
    glUniform1f(hpi_gl_location(context, program, "", "merge"), (GLfloat)(flow->desc.merge_distance / largest));
    glUniform1i(hpi_gl_location(context, program, "", "count"), (GLint)flow->candidates);
    glUniform1i(hpi_gl_location(context, program, "", "shift"), HPI_FLOW_ROW_SHIFT);
}

/* Marks the candidates that are seeds. */
static hpyr_result draw_flags(hpyr_flow *flow) {
    hpyr_pyramid *pyramid = flow->pyramid;
    const hpi_gl_stage stage = {.part = pyramid->layout->traversal, .entry = "flow/unique.frag.glsl"};
    hpi_text levels = {0};
    hpi_loan loan;
    GLuint program;
    hpi_core_add_level_defines(pyramid, &levels);
    hpyr_result result =
        hpi_core_program(pyramid, &stage, hpi_core_reads_source(pyramid), hpi_text_get(&levels), &program);
    hpi_text_free(&levels);
    if (result == HPYR_OK)
        result = hpi_core_use(pyramid, program, HPI_DEFAULT_PREFIX, HPI_PYRAMID_UNIT, HPI_STATE_UNITS, &loan);
    if (result != HPYR_OK)
        return result;
    set_neighbours(flow, program);
    hpi_flow_bind(flow, program, "places", 0, flow->places);
    hpi_flow_bind(flow, program, "found", 1, flow->found);
    if (hpi_gl_target(flow->context, flow->flags, 0, HPI_FLOW_ROW, hpi_flow_rows(flow->candidates)))
        hpi_gl_draw_fullscreen(flow->context);
    else
        result = hpi_gl_fail(flow->context, HPYR_ERROR_GL, "flow: this GL cannot render to R32UI");
    hpi_core_loan_end(flow->context, &loan);
    return result;
}

hpyr_result hpi_flow_refine(hpyr_flow *flow) {
    const uint32_t capacity = flow->desc.capacity;
    const hpyr_texture list = texture_of(flow->list, HPYR_FORMAT_RGBA32UI, capacity);
    const hpyr_list_select_desc select = {.positions = {.texture = texture_of(flow->kept, HPYR_FORMAT_R32UI, capacity)},
                                          .flags = {.texture = texture_of(flow->flags, HPYR_FORMAT_R32UI, capacity)},
                                          .length = {.count = flow->candidates}};
    hpyr_result result = hpi_flow_check_again(flow);
    if (result == HPYR_OK)
        result = hpyr_pyramid_extract_texture(flow->pyramid, 0, flow->candidates, &list, NULL);
    if (result == HPYR_OK)
        result = draw_refined(flow);
    if (result == HPYR_OK)
        result = draw_flags(flow);
    hpi_gl_target_release(flow->context);
    return result == HPYR_OK ? hpyr_list_select(flow->scratch, &select) : result;
}

hpyr_result hpi_flow_draw_kept(hpyr_flow *flow, uint32_t first, uint32_t count) {
    const hpyr_context *context = flow->context;
    const hpi_gl_program_desc desc = {.fragment = {.entry = "flow/kept.frag.glsl"}};
    GLuint program;
    hpyr_result result = hpi_gl_program_get(flow->context, &desc, &program);
    if (result != HPYR_OK)
        return result;
    glUseProgram(program);
    hpi_flow_set_grid(flow, program, HPI_DEFAULT_PREFIX);
    hpi_flow_bind(flow, program, "kept", 0, flow->kept);
    hpi_flow_bind(flow, program, "places", 1, flow->places);
    hpi_flow_bind(flow, program, "found", 2, flow->found);
    glUniform1i(hpi_gl_location(context, program, "", "first"), (GLint)first);
    glUniform1i(hpi_gl_location(context, program, "", "last"), (GLint)(flow->count - 1));
    glUniform1i(hpi_gl_location(context, program, "", "shift"), HPI_FLOW_ROW_SHIFT);
    if (!hpi_gl_target(context, flow->seeds, 0, 2 * HPI_FLOW_ROW, hpi_flow_rows(count)))
        return hpi_gl_fail(context, HPYR_ERROR_GL, "flow: this GL cannot render to RGBA32UI");
    hpi_gl_draw_fullscreen(context);
    return HPYR_OK;
}
