/* inputs.c - the textures that a source reads: the input, and those behind it. They are checked when a
 * pyramid is built, and lent to each program that reads them.  SPDX-License-Identifier: MIT */
#include "core/source.h"
#include "gl/state.h"

#include <stdio.h>
#include <string.h>

uint32_t hpi_core_texture_count(const hpi_source *s) {
    return s->has_input + s->more_count;
}

const hpyr_texture *hpi_core_texture(const hpi_source *s, uint32_t i) {
    if (s->has_input && i == 0)
        return &s->input;
    return &s->more[i - s->has_input];
}

/* ---- checks ---- */

static hpyr_result check_cover(const hpyr_context *context, const char *what, const hpyr_texture *input,
                               const hpyr_flat3d *map) {
    bool flat = input->target == GL_TEXTURE_2D;
    uint32_t width = flat ? hpyr_flat3d_texture_width(map) : map->width;
    uint32_t height = flat ? hpyr_flat3d_texture_height(map) : map->height;
    uint32_t depth = flat ? 1 : map->depth;
    if (input->width >= width && input->height >= height && input->depth >= depth)
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "%s: %ux%ux%u texels do not cover the base level of %ux%ux%u", what,
                       input->width, input->height, input->depth, width, height, depth);
}

hpyr_result hpi_core_check_input(const hpyr_context *context, const hpyr_texture *stated, const char *what,
                                 const hpyr_flat3d *map, hpyr_texture *resolved) {
    hpyr_result result = hpi_gl_texture_check(context, stated, what, resolved);
    return result == HPYR_OK ? check_cover(context, what, resolved, map) : result;
}

/* A texture shows one level at a time. */
static hpyr_result check_levels(const hpyr_context *context, const hpi_source *s) {
    uint32_t count = hpi_core_texture_count(s);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++) {
            const hpyr_texture *a = hpi_core_texture(s, i), *b = hpi_core_texture(s, j);
            if (a->name == b->name && a->level != b->level)
                return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                                   "inputs: texture %u is given with level %d and with level %d", a->name, b->level,
                                   a->level);
        }
    return HPYR_OK;
}

hpyr_result hpi_core_take_inputs(const hpyr_context *context, const hpyr_discriminator_desc *desc,
                                 const hpyr_flat3d *map, hpi_source *s) {
    hpyr_result result = HPYR_OK;
    for (uint32_t i = 0; result == HPYR_OK && i < desc->input_count; i++) {
        char what[32];
        snprintf(what, sizeof what, "input %u", i + 1);
        result = hpi_core_check_input(context, &desc->inputs[i], what, map, &s->more[i]);
        if (result == HPYR_OK)
            s->more_count = i + 1;
    }
    return result == HPYR_OK ? check_levels(context, s) : result;
}

/* ---- GLSL ---- */

void hpi_core_texture_types(const hpyr_texture *texture, hpi_texture_types *types) {
    static const char *const letters[] = {"", "", "u", "i"};
    const char *letter = letters[hpi_gl_format_of(texture->format)->kind];
    const char *target = texture->target == GL_TEXTURE_3D         ? "3D"
                         : texture->target == GL_TEXTURE_2D_ARRAY ? "2DArray"
                                                                  : "2D";
    snprintf(types->sampler, sizeof types->sampler, "%ssampler%s", letter, target);
    snprintf(types->texel, sizeof types->texel, "%svec4", letter);
}

void hpi_core_inputs_add_defines(const hpi_source *s, hpi_text *text) {
    if (!s->more_count)
        return;
    hpi_text_add(text, "#define HPYR_EACH_INPUT(step)");
    for (uint32_t i = 1; i <= s->more_count; i++) {
        hpi_texture_types types;
        hpi_core_texture_types(&s->more[i - 1], &types);
        hpi_text_print(text, " step(%s, u_hpyr_input_%u, u_hpyr_input_%u_scale)", types.sampler, i, i);
    }
    for (uint32_t i = 1; i <= s->more_count; i++)
        hpi_text_print(
            text, "\n#define hpyr_input_%u_at(cell) HPYR_FETCH_%s(u_hpyr_input_%u, u_hpyr_input_%u_scale, cell)", i,
            s->pattern                               ? "PLACE"
            : s->more[i - 1].target == GL_TEXTURE_2D ? "TILE"
                                                     : "CELL",
            i, i);
    hpi_text_add(text, "\n");
}

static void set_scale(const hpyr_context *context, GLuint program, const char *prefix, const char *name,
                      const hpyr_texture *t) {
    glUniform3f(hpi_gl_location(context, program, prefix, name), 1.0f / (float)t->width, 1.0f / (float)t->height,
                1.0f / (float)t->depth);
}

void hpi_core_inputs_set_uniforms(const hpyr_context *context, const hpi_source *s, GLuint program, const char *prefix,
                                  GLuint unit, GLuint more_unit) {
    if (s->has_input) {
        glUniform1i(hpi_gl_location(context, program, prefix, "input"), (GLint)unit);
        set_scale(context, program, prefix, "input_scale", &s->input);
    }
    for (uint32_t i = 0; i < s->more_count; i++) {
        char name[32];
        snprintf(name, sizeof name, "input_%u", i + 1);
        glUniform1i(hpi_gl_location(context, program, prefix, name), (GLint)(more_unit + i));
        snprintf(name, sizeof name, "input_%u_scale", i + 1);
        set_scale(context, program, prefix, name, &s->more[i]);
    }
}

/* ---- loans ---- */

static void lend(const hpyr_context *context, const hpyr_texture *texture, GLuint unit, hpi_loan *loan) {
    loan->units[loan->count] = unit;
    hpi_gl_texture_borrow(context, texture, unit, &loan->textures[loan->count++]);
}

void hpi_core_loan_begin(const hpyr_context *context, const hpi_source *s, GLuint unit, GLuint more_unit,
                         hpi_loan *loan) {
    loan->count = 0;
    if (s->has_input)
        lend(context, &s->input, unit, loan);
    for (uint32_t i = 0; i < s->more_count; i++)
        lend(context, &s->more[i], more_unit + i, loan);
}

void hpi_core_loan_end(const hpyr_context *context, hpi_loan *loan) {
    while (loan->count > 0) {
        loan->count--; /* one texture may be there twice, so the first of them is the last to return */
        hpi_gl_texture_return(context, &loan->textures[loan->count], loan->units[loan->count]);
    }
}
