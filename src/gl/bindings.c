/* bindings.c - what hpyr_pyramid_bind and its like take from the caller and give back.  SPDX-License-Identifier: MIT */
#include "gl/legacy.h"
#include "gl/state_tables.h"

static void save_unit(const hpyr_context *context, GLint textures[HPI_STATE_TARGETS], GLint *sampler) {
    if (!context->legacy)
        glGetIntegerv(GL_SAMPLER_BINDING, sampler);
    for (int i = 0; i < HPI_STATE_TARGETS; i++)
        if (hpi_gl_target_exists(context, i))
            glGetIntegerv(hpi_gl_texture_bindings[i].query, &textures[i]);
}

void hpi_gl_bindings_save(const hpyr_context *context, hpi_gl_bindings *bindings, GLuint first_unit,
                          GLuint unit_count) {
    GLint active = hpi_gl_active_unit();
    glGetIntegerv(GL_CURRENT_PROGRAM, &bindings->program);
    bindings->first_unit = first_unit;
    bindings->unit_count = unit_count;
    for (GLuint unit = 0; unit < unit_count; unit++) {
        glActiveTexture(GL_TEXTURE0 + first_unit + unit);
        save_unit(context, bindings->textures[unit], &bindings->samplers[unit]);
        if (HPI_GL_DESKTOP && context->legacy) {
            bindings->lod_biases[unit] = hpi_gl_legacy_lod_bias();
            hpi_gl_set_lod_bias(first_unit + unit, 0.0f);
        }
    }
    glActiveTexture((GLenum)active);
}

/* The caller may have deleted what was bound; nothing is bound in its place then. */
static void restore_unit(const hpyr_context *context, GLuint unit, const GLint textures[HPI_STATE_TARGETS],
                         GLint sampler) {
    glActiveTexture(GL_TEXTURE0 + unit);
    for (int i = 0; i < HPI_STATE_TARGETS; i++) {
        GLenum target = hpi_gl_texture_bindings[i].target;
        if (hpi_gl_target_exists(context, i) && !hpi_gl_texture_is_there(context, unit, target, (GLuint)textures[i]))
            glBindTexture(target, 0);
    }
    if (!context->legacy)
        glBindSampler(unit, glIsSampler((GLuint)sampler) ? (GLuint)sampler : 0);
}

void hpi_gl_bindings_restore(const hpyr_context *context, const hpi_gl_bindings *bindings) {
    GLint active = hpi_gl_active_unit();
    GLuint program = (GLuint)bindings->program;
    for (GLuint i = 0; i < bindings->unit_count; i++) {
        restore_unit(context, bindings->first_unit + i, bindings->textures[i], bindings->samplers[i]);
        if (HPI_GL_DESKTOP && context->legacy)
            hpi_gl_set_lod_bias(bindings->first_unit + i, bindings->lod_biases[i]);
    }
    glActiveTexture((GLenum)active);
    glUseProgram(hpi_gl_program_linked(program) ? program : 0);
}
