/* critical.c - critical points: zeros are searched for in the candidates, examined, and each point stays once.
 * Source: Ziegler et al. 2006, section 8.2, names seeds of flows; how they are found here is our own.
 * SPDX-License-Identifier: MIT
 *
 * The list of candidates is the pyramid's. Each candidate has HPI_FLOW_STARTS entries in the lists that follow. Whether a
 * neighboring cell is a candidate, and where in the list it stands, the pyramid's rank tells. A selection of list.h leaves one entry
 * of each point. */
#include "flow/flow_object.h"

#include <math.h>

/* The most samples that refine.frag.glsl looks at: those of 16 steps, of which each reads 4x4x4 samples of a texture, or asks for the
 * caller's vector at seven places; and two of each of 24 edges, and eight corners. */
enum { STEPS = 16, SAMPLES_AROUND = 64, PLACES = 7, OTHER_SAMPLES = 56 };

/* How many entries, of a cell and of 26 around it, an entry is compared with, and the texels of each. */
enum { CELLS_AROUND = 27, TEXELS_OF_CELL = 2 * HPI_FLOW_STARTS };

static uint32_t entries_of(const hpyr_flow *flow) {
    return flow->candidates * HPI_FLOW_STARTS;
}

static void set_entries(const hpyr_flow *flow, GLuint program) {
    glUniform1i(hpi_gl_location(flow->context, program, "", "count"), (GLint)entries_of(flow));
    glUniform1i(hpi_gl_location(flow->context, program, "", "row"), HPI_FLOW_ROW_SHIFT);
    glUniform1i(hpi_gl_location(flow->context, program, "", "row_of_entries"), HPI_FLOW_ENTRY_SHIFT);
}

static void set_ways(const hpyr_flow *flow, GLuint program) {
    const float *s = flow->desc.grid.spacing;
    const double least = fmin(fabs((double)s[0]), fmin(fabs((double)s[1]), fabs((double)s[2])));
    glUniform3f(hpi_gl_location(flow->context, program, "", "ways"), (GLfloat)(least / (double)s[0]),
                (GLfloat)(least / (double)s[1]), (GLfloat)(least / (double)s[2]));
}

static uint64_t fetches_of_start(const hpyr_flow *flow) {
    const uint32_t step = flow->field.texture.name ? SAMPLES_AROUND : PLACES;
    return (STEPS * step + OTHER_SAMPLES) * hpi_flow_sample_fetches(flow);
}

/* Draws an entry a fragment. `places` is 0, or the texture that the shader reads. */
static hpyr_result draw_entries(hpyr_flow *flow, const char *shader, GLuint places, const GLuint *targets,
                                uint32_t count) {
    const hpi_gl_stage stage = {.entry = shader};
    const hpi_gl_layers none = {0};
    hpi_loan loan = {0};
    GLuint program, framebuffer;
    hpyr_result result = hpi_core_rule_begin(flow->pyramid, &stage, &program, &loan);
    if (result != HPYR_OK)
        return result;
    set_entries(flow, program);
    hpi_flow_bind(flow, program, "cells", 0, flow->list);
    hpi_flow_bind(flow, program, "places", 1, places);
    set_ways(flow, program);
    framebuffer = hpi_gl_framebuffer_create(flow->context, targets, count, &none);
    if (framebuffer) {
        hpi_gl_viewport(flow->context, 0, 0, 1 << HPI_FLOW_ENTRY_SHIFT, hpi_flow_entry_rows(entries_of(flow)));
        hpi_gl_draw_bands(flow->context, entries_of(flow) * fetches_of_start(flow));
    }
    hpi_core_loan_end(flow->context, &loan);
    hpi_gl_framebuffers_delete(flow->context, 1, &framebuffer);
    return framebuffer ? HPYR_OK : HPYR_ERROR_GL;
}

/* Binds the lists of what was found. */
static void bind_points(const hpyr_flow *flow, GLuint program) {
    hpi_flow_bind(flow, program, "cells", 0, flow->list);
    hpi_flow_bind(flow, program, "places", 1, flow->places);
    hpi_flow_bind(flow, program, "types", 2, flow->types);
}

/* Distances are parts of the largest spacing: squares of very large or small ones are no floats. */
static void set_neighbors(const hpyr_flow *flow, GLuint program) {
    const hpyr_context *context = flow->context;
    const bool *p = flow->desc.periodic;
    const float *spacing = flow->desc.grid.spacing;
    const double largest = fmax(fabs(spacing[0]), fmax(fabs(spacing[1]), fabs(spacing[2])));
    glUniform3i(hpi_gl_location(context, program, "", "size"), (GLint)flow->cells[0], (GLint)flow->cells[1],
                (GLint)flow->cells[2]);
    glUniform3i(hpi_gl_location(context, program, "", "periodic"), p[0], p[1], p[2]);
    glUniform3f(hpi_gl_location(context, program, "", "spacing"), (GLfloat)(spacing[0] / largest),
                (GLfloat)(spacing[1] / largest), (GLfloat)(spacing[2] / largest));
    glUniform1f(hpi_gl_location(context, program, "", "merge"), (GLfloat)(flow->desc.merge_distance / largest));
    set_entries(flow, program);
}

/* Marks the entries that are seeds. */
static hpyr_result draw_flags(hpyr_flow *flow) {
    hpyr_pyramid *pyramid = flow->pyramid;
    const hpi_gl_stage stage = {.part = pyramid->layout->traversal, .entry = "flow/unique.frag.glsl"};
    hpi_text levels = HPI_TEXT(flow->context);
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
    set_neighbors(flow, program);
    bind_points(flow, program);
    if (hpi_gl_target(flow->context, flow->flags, 0, 1 << HPI_FLOW_ENTRY_SHIFT, hpi_flow_entry_rows(entries_of(flow))))
        hpi_gl_draw_bands(flow->context, (uint64_t)entries_of(flow) * CELLS_AROUND *
                                             (2 * hpi_core_traversal_fetches(pyramid) + TEXELS_OF_CELL));
    else
        result = hpi_gl_fail(flow->context, HPYR_ERROR_GL, "flow: this GL cannot render to R32UI");
    hpi_core_loan_end(flow->context, &loan);
    return result;
}

static hpyr_texture entries_texture(GLuint name, uint32_t entries) {
    return (hpyr_texture){.name = name,
                          .width = 1 << HPI_FLOW_ENTRY_SHIFT,
                          .height = hpi_flow_entry_rows(entries),
                          .format = HPYR_FORMAT_R32UI};
}

hpyr_result hpi_flow_refine(hpyr_flow *flow) {
    const uint32_t capacity = flow->desc.capacity, entries = capacity * HPI_FLOW_STARTS;
    const hpyr_texture list = {
        .name = flow->list, .width = HPI_FLOW_ROW, .height = hpi_flow_rows(capacity), .format = HPYR_FORMAT_RGBA32UI};
    const hpyr_lists_select_desc select = {.positions = {.texture = entries_texture(flow->kept, entries)},
                                           .flags = {.texture = entries_texture(flow->flags, entries)},
                                           .length = {.count = entries_of(flow)}};
    const GLuint examined[] = {flow->values, flow->types};
    hpyr_result result = hpi_flow_check_again(flow);
    if (result == HPYR_OK)
        result = hpyr_pyramid_extract_texture(flow->pyramid, 0, flow->candidates, &list, NULL);
    if (result == HPYR_OK)
        result = draw_entries(flow, "flow/refine.frag.glsl", 0, &flow->places, 1);
    if (result == HPYR_OK)
        result = draw_entries(flow, "flow/examine.frag.glsl", flow->places, examined, 2);
    if (result == HPYR_OK)
        result = draw_flags(flow);
    hpi_gl_target_release(flow->context);
    return result == HPYR_OK ? hpyr_lists_select(flow->lists, &select) : result;
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
    bind_points(flow, program);
    hpi_flow_bind(flow, program, "values", 3, flow->values);
    hpi_flow_bind(flow, program, "kept", 4, flow->kept);
    set_entries(flow, program);
    glUniform1i(hpi_gl_location(context, program, "", "first"), (GLint)first);
    glUniform1i(hpi_gl_location(context, program, "", "last"), (GLint)(flow->count - 1));
    if (!hpi_gl_target(context, flow->seeds, 0, 2 * HPI_FLOW_ROW, hpi_flow_rows(count)))
        return hpi_gl_fail(context, HPYR_ERROR_GL, "flow: this GL cannot render to RGBA32UI");
    hpi_gl_draw_fullscreen(context);
    return HPYR_OK;
}
