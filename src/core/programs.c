/* programs.c - what the programs of a pyramid are made of, and their uniforms.  SPDX-License-Identifier: MIT */
#include "core/layout.h"
#include "core/rules.h"
#include "core/traversal.h"

bool hpi_core_reads_source(const hpyr_pyramid *pyramid) {
    return pyramid->first_level == 1 && !pyramid->layout->knows_children;
}

/* All children but one on each level, the layers of a leaf, and the cells of a node of level 1. */
uint32_t hpi_core_traversal_fetches(const hpyr_pyramid *pyramid) {
    const uint32_t children = pyramid->layout->volumes ? 8 : 4;
    return (children - 1) * (uint32_t)pyramid->top + pyramid->leaves.layers +
           (hpi_core_reads_source(pyramid) ? children * hpi_core_source_fetches(&pyramid->source) : 0);
}

/* Returns whether every node of level 1 has all its cells, none of them outside of the grid. */
static bool is_even(const hpyr_pyramid *pyramid) {
    const uint32_t *shape = pyramid->layout->node_shape;
    const hpyr_flat3d *map = &pyramid->map;
    return shape[0] && pyramid->base_width % shape[0] == 0 && pyramid->base_height % shape[1] == 0 &&
           map->depth == map->tiles_x * map->tiles_y;
}

static void add_common_defines(const hpyr_pyramid *pyramid, hpi_text *text) {
    const hpyr_pyramid_desc *desc = &pyramid->desc;
    bool integers = desc->count_format == HPYR_COUNT_FORMAT_UINT;
    hpi_text_print(text,
                   "#define HPYR_NODES %ssampler%s\n#define HPYR_COUNT %s\n#define HPYR_FIRST_LEVEL %d\n"
                   "#define HPYR_MAX_LEVELS %d\n%s%s%s%s",
                   integers ? "u" : "", pyramid->layout->volumes ? "3D" : "2D", integers ? "uint" : "float",
                   pyramid->first_level, (int)PYRAMID_MAX_LEVELS,
                   desc->count_format == HPYR_COUNT_FORMAT_FLOAT ? "#define HPYR_FLOAT_COUNTS\n" : "",
                   desc->depth > 1 ? "#define HPYR_VOLUME\n" : "", is_even(pyramid) ? "#define HPYR_EVEN\n" : "",
                   desc->clones > 1 ? "#define HPYR_CLONES\n" : "");
}

void hpi_core_add_defines(const hpyr_pyramid *pyramid, bool reads_source, hpi_text *text) {
    add_common_defines(pyramid, text);
    if (pyramid->layout->add_defines)
        pyramid->layout->add_defines(pyramid, text);
    if (reads_source)
        hpi_core_source_add_defines(&pyramid->source, text);
}

void hpi_core_add_level_defines(const hpyr_pyramid *pyramid, hpi_text *text) {
    int top = pyramid->top;
    hpi_text_print(text, "#define HPYR_TOP %d\n#define HPYR_DOWN(s)", top);
    for (int level = top - 1; level >= 1; level--)
        hpi_text_print(text, " s(%d)", level);
    hpi_text_add(text, "\n#define HPYR_UP(s)");
    for (int level = 1; level < top; level++)
        hpi_text_print(text, " s(%d)", level);
    hpi_text_add(text, "\n");
}

hpyr_result hpi_core_program(const hpyr_pyramid *pyramid, const hpi_gl_stage *stage, bool reads_source,
                             const char *more, GLuint *program) {
    return hpi_core_program_of(pyramid, &(hpi_gl_stage){0}, stage, reads_source, more, program);
}

hpyr_result hpi_core_program_of(const hpyr_pyramid *pyramid, const hpi_gl_stage *vertex, const hpi_gl_stage *stage,
                                bool reads_source, const char *more, GLuint *program) {
    hpi_text defines = HPI_TEXT(pyramid->context);
    if (!more)
        return hpi_gl_fail(pyramid->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a program");
    hpi_core_add_defines(pyramid, reads_source, &defines);
    if (reads_source && hpi_core_rule_is_wide(&pyramid->source, pyramid->layout->asked ? pyramid->layout->asked : 16))
        hpi_text_add(&defines, "#define HPYR_WIDE\n"); /* not for callers, whose shaders ask a few cells */
    hpi_text_add(&defines, more);
    const hpi_gl_program_desc desc = {.vertex = *vertex,
                                      .fragment = *stage,
                                      .defines = &defines,
                                      .caller = reads_source ? hpi_core_source_glsl(&pyramid->source) : NULL};
    hpyr_result result = hpi_gl_program_get(pyramid->context, &desc, program);
    hpi_text_free(&defines);
    return result;
}

void hpi_core_set_shape(const hpyr_pyramid *pyramid, GLuint program, const char *prefix) {
    const hpyr_flat3d *map = &pyramid->map;
    uint32_t last_row = map->tiles_y - 1;
    glUniform2i(hpi_gl_location(pyramid->context, program, prefix, "size"), (GLint)pyramid->base_width,
                (GLint)pyramid->base_height);
    glUniform3i(hpi_gl_location(pyramid->context, program, prefix, "volume"), (GLint)map->width, (GLint)map->height,
                (GLint)map->tiles_x);
    glUniform2i(hpi_gl_location(pyramid->context, program, prefix, "unused"),
                (GLint)((map->depth - last_row * map->tiles_x) * map->width), (GLint)(last_row * map->height));
}

GLuint hpi_core_unit_count(const hpyr_pyramid *pyramid) {
    GLuint own = pyramid->layout->units;
    if (pyramid->borrows && own <= PYRAMID_INPUT_OFFSET)
        own = PYRAMID_INPUT_OFFSET + 1;
    return own + hpi_core_more_count(pyramid);
}

GLuint hpi_core_more_count(const hpyr_pyramid *pyramid) {
    return hpi_core_reads_source(pyramid) ? pyramid->source.more_count : 0;
}

uint32_t hpi_core_borrowed_count(const hpyr_pyramid *pyramid) {
    return pyramid->borrows || hpi_core_reads_source(pyramid) ? hpi_core_texture_count(&pyramid->source) : 0;
}

bool hpi_core_borrows(const hpyr_pyramid *pyramid, GLuint texture) {
    bool borrows = false;
    for (uint32_t i = 0; i < hpi_core_borrowed_count(pyramid); i++)
        borrows = borrows || texture == hpi_core_texture(&pyramid->source, i)->name;
    return borrows;
}

hpyr_result hpi_core_check_borrowed(const hpyr_pyramid *pyramid) {
    hpyr_texture found;
    hpyr_result result = HPYR_OK;
    for (uint32_t i = 0; result == HPYR_OK && i < hpi_core_borrowed_count(pyramid); i++)
        result = hpi_gl_texture_check(pyramid->context, hpi_core_texture(&pyramid->source, i), "input", &found);
    return result;
}

/* Answers TEXTURE if the caller has deleted a texture that the pyramid borrows. A call that has entered the library's state
 * has checked them all. */
static hpyr_result check_deleted(const hpyr_pyramid *pyramid, GLuint unit) {
    for (uint32_t i = 0; !pyramid->context->state && i < hpi_core_borrowed_count(pyramid); i++) {
        const hpyr_texture *t = hpi_core_texture(&pyramid->source, i);
        if (!hpi_gl_texture_is_there(pyramid->context, unit, t->target, t->name))
            return hpi_gl_fail(pyramid->context, HPYR_ERROR_TEXTURE,
                               "pyramid: the input texture %u, which the pyramid borrows, was deleted", t->name);
    }
    return HPYR_OK;
}

hpyr_result hpi_core_use(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit,
                         GLuint first_free, hpi_loan *loan) {
    const hpi_source *s = &pyramid->source;
    bool reads_source = hpi_core_reads_source(pyramid);
    *loan = (hpi_loan){0};
    hpyr_result result = check_deleted(pyramid, unit + PYRAMID_INPUT_OFFSET);
    if (result != HPYR_OK)
        return result;
    glUseProgram(program);
    hpi_core_set_shape(pyramid, program, prefix);
    pyramid->layout->bind(pyramid, program, prefix, unit);
    hpi_gl_set_count(pyramid->context, hpi_gl_location(pyramid->context, program, prefix, "total"), pyramid->total);
    hpi_gl_set_count(pyramid->context, hpi_gl_location(pyramid->context, program, prefix, "clones"),
                     pyramid->desc.clones);
    if (hpi_core_borrowed_count(pyramid))
        hpi_core_loan_begin(pyramid->context, s, unit + PYRAMID_INPUT_OFFSET, first_free, loan);
    if (reads_source)
        hpi_core_source_set_uniforms(pyramid->context, s, program, prefix, unit + PYRAMID_INPUT_OFFSET, first_free);
    return HPYR_OK;
}
