/* cubes_keys.c - how many vertices and cells there are: pyramids, their totals, and the arguments
 * of indirect draws.  SPDX-License-Identifier: MIT */
#include "core/output.h"
#include "isosurface/cubes.h"

hpyr_result hpi_cubes_check_built(const hpyr_marching_cubes *cubes) {
    hpyr_result result = hpi_gl_check_current(cubes->context, "marching cubes");
    if (result == HPYR_OK && !cubes->built)
        result = hpi_gl_fail(cubes->context, HPYR_ERROR_NOT_BUILT,
                             "marching cubes: nothing was built, or the last build failed");
    return result;
}

static hpyr_result make_vertices(hpyr_marching_cubes *cubes) {
    const hpyr_pyramid_desc *cells = hpyr_pyramid_resolved(cubes->pyramid);
    hpyr_result result = HPYR_OK;
    if (!cubes->vertices) {
        const hpyr_pyramid_desc desc = {.width = cells->width,
                                        .height = cells->height,
                                        .depth = cells->depth,
                                        .tiles_x = cells->tiles_x,
                                        .order = cells->order,
                                        .clones = VERTICES_OF_TRIANGLE};
        result = hpyr_pyramid_create(cubes->context, &desc, &cubes->vertices);
    }
    return result == HPYR_OK ? hpyr_pyramid_build_counts(cubes->vertices, &cubes->classes) : result;
}

hpyr_result hpi_cubes_vertices_pyramid(hpyr_marching_cubes *cubes, hpyr_pyramid **out) {
    hpyr_result result = HPYR_OK;
    hpi_gl_state state;
    if (cubes->vertices != cubes->pyramid && !cubes->has_vertices) {
        hpi_gl_state_enter(cubes->context, &state);
        result = hpi_gl_state_leave(cubes->context, &state, make_vertices(cubes));
        cubes->has_vertices = result == HPYR_OK;
    }
    *out = cubes->vertices;
    return result;
}

/* ---- counts ---- */

enum { FETCHES_OF_CLASS = 1 };

/* A cell owns the edges at its lower sides. The last cell along an axis owns those at its upper
 * side too. */
static void bind_last(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    const hpyr_marching_cubes *cubes = user;
    uint32_t cells[3];
    hpi_field_cells(&cubes->field, cells);
    bool is_top = cubes->field.slab.first_owned + cells[2] == cubes->desc.grid.depth - 1;
    (void)first_unit;
    glUniform3i(hpi_gl_location(cubes->context, program, prefix, "last"), (GLint)cells[0] - 1, (GLint)cells[1] - 1,
                is_top ? (GLint)cells[2] - 1 : -1);
}

/* Builds a pyramid of which only the total is needed, so that it reads no cell again. */
static hpyr_result total_of(hpyr_marching_cubes *cubes, const hpyr_discriminator *discriminator, uint32_t max_count,
                            uint64_t *out) {
    const hpyr_pyramid_desc *cells = hpyr_pyramid_resolved(cubes->pyramid);
    const hpyr_pyramid_desc desc = {.width = cells->width,
                                    .height = cells->height,
                                    .depth = cells->depth,
                                    .tiles_x = cells->tiles_x,
                                    .base = HPYR_BASE_MERGED,
                                    .max_count = max_count};
    hpyr_pyramid *pyramid;
    uint32_t total = 0;
    hpyr_result result = hpyr_pyramid_create(cubes->context, &desc, &pyramid);
    if (result == HPYR_OK)
        result = hpyr_pyramid_build(pyramid, discriminator, &cubes->classes);
    if (result == HPYR_OK)
        result = hpyr_pyramid_total(pyramid, &total);
    hpyr_pyramid_destroy(pyramid);
    *out = total;
    return result;
}

hpyr_result hpi_cubes_count_cells(hpyr_marching_cubes *cubes) {
    const hpyr_discriminator_desc desc = {.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
                                          .glsl = hpi_gl_shader_text("isosurface/crossed_edges.glsl"),
                                          .bind = bind_last,
                                          .user = cubes};
    hpyr_discriminator *edges;
    if (cubes->has_counts)
        return HPYR_OK;
    hpyr_result result = hpyr_discriminator_create(cubes->context, &desc, &edges);
    if (result == HPYR_OK) {
        edges->fetches = FETCHES_OF_CLASS;
        result = total_of(cubes, edges, 0, &cubes->crossed_edges);
    }
    if (result == HPYR_OK)
        result = total_of(cubes, cubes->active, 1, &cubes->active_cells);
    hpyr_discriminator_destroy(edges);
    cubes->has_counts = result == HPYR_OK;
    return result;
}

/* ---- commands ---- */

/* The define says how top_command.frag.glsl gets the total from the words of the top cell. */
static void add_total_define(const hpyr_pyramid *pyramid, hpi_text *text) {
    char channel = "rgba"[pyramid->layout->total_channel];
    if (pyramid->desc.count_format == HPYR_COUNT_FORMAT_UINT)
        hpi_text_print(text, "#define HPYR_TOTAL(words) words.%c\n", channel);
    else if (pyramid->desc.count_format == HPYR_COUNT_FORMAT_FLOAT)
        hpi_text_print(text, "#define HPYR_TOTAL(words) hpyr_uint_of(uintBitsToFloat(words.%c))\n", channel);
    else
        hpi_text_print(text,
                       "#define HPYR_TOTAL(words) hpyr_uint_of(dot(uintBitsToFloat(words.rg), vec2(1.0, 1024.0)))\n");
}

hpyr_result hpi_cubes_write_command(hpyr_marching_cubes *cubes, const hpyr_pyramid *pyramid, GLuint buffer,
                                    uint64_t offset) {
    hpyr_context *context = cubes->context;
    hpi_text defines = HPI_TEXT(context);
    uint32_t first;
    GLuint program;
    add_total_define(pyramid, &defines);
    const hpi_gl_program_desc desc = {.fragment = {.entry = "isosurface/top_command.frag.glsl"}, .defines = &defines};
    hpyr_result result = hpi_gl_program_get(context, &desc, &program);
    hpi_text_free(&defines);
    if (result != HPYR_OK)
        return result;
    result = hpi_gl_texels_bind(context, &cubes->top, HPI_INPUT_UNIT, HPYR_FORMAT_RGBA32UI, pyramid->total_buffer, 0, 1,
                                &first);
    if (result != HPYR_OK)
        return result;
    glUseProgram(program);
    glUniform1i(hpi_gl_location(context, program, "", "top"), HPI_INPUT_UNIT);
    glUniform1ui(hpi_gl_location(context, program, "", "limit"), hpi_core_limit(pyramid));
    glUniform1ui(hpi_gl_location(context, program, "", "clones"), pyramid->desc.clones);
    if (!hpi_gl_target(context, cubes->command, 0, HPI_COMMAND_WORDS, 1))
        result = hpi_gl_fail(context, HPYR_ERROR_GL, "marching cubes: this GL cannot render to R32UI");
    else
        hpi_gl_draw_fullscreen(context);
    if (result == HPYR_OK && buffer) {
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
        hpi_gl_pack_to_the_end(context);
        hpi_gl_pixels_read(context, 0, 0, HPI_COMMAND_WORDS, 1, GL_RED_INTEGER, GL_UNSIGNED_INT,
                           (void *)(uintptr_t)offset);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        result = hpi_gl_buffer_settle(context, buffer);
    }
    hpi_gl_target_release(context);
    return result;
}
