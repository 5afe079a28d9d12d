/* binding.c - objects bound to a caller's program, and draws straight from pyramids.  SPDX-License-Identifier: MIT */
#include "core/binding.h"
#include "core/traversal.h"

#include <stdio.h>
#include <string.h>

/* ---- any object ---- */

hpyr_result hpi_core_check_unbound(const hpyr_context *context, const hpi_bound *bound, const char *what) {
    return bound->is_bound ? hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: it is bound; unbind it first", what)
                           : HPYR_OK;
}

GLenum hpi_core_bound_push(hpyr_context *context, hpi_bound *bound, GLuint program, GLuint first_unit, GLuint units,
                           hpyr_binding *binding) {
    GLint active = hpi_gl_active_unit();
    hpi_gl_bindings_save(context, &bound->replaced, first_unit, units);
    bound->is_bound = true;
    bound->before = context->bound;
    bound->program = program;
    context->bound = bound;
    glUseProgram(program);
    if (binding)
        *binding = (hpyr_binding){first_unit, units, -1};
    return (GLenum)active;
}

static hpyr_result check_last(const hpyr_context *context, const hpi_bound *bound, const char *what) {
    hpyr_result result = hpi_gl_check_current(context, what);
    if (result != HPYR_OK)
        return result;
    if (!bound->is_bound)
        return hpi_gl_fail(context, HPYR_ERROR_NOT_BUILT, "%s: it is not bound", what);
    if (context->bound != bound)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: an object that was bound later still is", what);
    return HPYR_OK;
}

static void pop(hpyr_context *context, hpi_bound *bound) {
    hpi_gl_bindings_restore(context, &bound->replaced);
    context->bound = bound->before;
    bound->is_bound = false;
}

hpyr_result hpi_core_unbind(hpyr_context *context, hpi_bound *bound, const char *what) {
    hpyr_result result = check_last(context, bound, what);
    if (result == HPYR_OK)
        pop(context, bound);
    return result;
}

void hpi_core_bound_drop(hpyr_context *context, hpi_bound *bound) {
    hpi_bound **link = &context->bound;
    if (!bound->is_bound)
        return;
    if (*link == bound && hpi_gl_is_current(context)) { /* without its GL context there are no units to restore */
        pop(context, bound);
        return;
    }
    while (*link != bound)
        link = &(*link)->before;
    *link = bound->before;
    bound->is_bound = false;
}

/* ---- pyramids ---- */

static hpyr_result bind(hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit, hpyr_binding *binding) {
    hpyr_context *context = pyramid->context;
    GLuint units = hpi_core_unit_count(pyramid), more = hpi_core_more_count(pyramid);
    GLenum active = hpi_core_bound_push(context, &pyramid->bound, program, unit, units, binding);
    hpyr_result result = hpi_core_use(pyramid, program, prefix, unit, unit + units - more, &pyramid->loan);
    if (result == HPYR_OK) {
        pyramid->bound.pyramid = pyramid;
        pyramid->first_key_location = hpi_gl_location(context, program, prefix, "first_key");
        pyramid->vertices_location = hpi_gl_location(context, program, prefix, "vertices");
        hpi_gl_set_count(context, pyramid->first_key_location, 0);
        glUniform1i(pyramid->vertices_location, 1);
        if (binding)
            binding->first_key_location = pyramid->first_key_location;
    }
    glActiveTexture(active);
    if (result != HPYR_OK)
        pop(context, &pyramid->bound);
    return result;
}

/* Returns the mark in the name of a uniform, without "u_" and the prefix; or NULL if it has none. */
static const char *mark_of(const char *name) {
    static const char front[] = "rule_";
    const char *mark = name + sizeof front - 1;
    if (strncmp(name, front, sizeof front - 1) || strspn(mark, "0123456789abcdef") != HPI_MARK || mark[HPI_MARK])
        return NULL;
    return mark;
}

/* Whether the program has the mark of this build. Without it, it may still be one that does not run the discriminator. */
static bool has_mark(const hpyr_pyramid *pyramid, GLuint program, const char *prefix) {
    char name[sizeof "rule_" + HPI_MARK];
    snprintf(name, sizeof name, "rule_%s", pyramid->source.mark);
    return pyramid->source.mark[0] && hpi_gl_location(pyramid->context, program, prefix, name) >= 0;
}

/* Checks that the program has active uniforms u_<prefix>.., of which a discriminator's own may be the only one; and that
 * it was made from the text of this build, if it runs the discriminator at all. */
static hpyr_result check_uniforms(hpyr_pyramid *pyramid, GLuint program, const char *prefix) {
    const hpyr_context *context = pyramid->context;
    hpi_source *source = &pyramid->source;
    bool uses_prefix = false;
    GLint count = 0, size;
    GLenum type;
    hpyr_result result = HPYR_OK;
    if (hpi_core_reads_source(pyramid) && !source->mark[0])
        result = hpi_core_source_mark(context, source, source->mark);
    if (result == HPYR_OK && has_mark(pyramid, program, prefix))
        return HPYR_OK;
    glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    for (GLint i = 0; result == HPYR_OK && i < count; i++) {
        char name[128] = ""; /* longer than any prefix */
        glGetActiveUniform(program, (GLuint)i, sizeof name, NULL, &size, &type, name);
        if (strncmp(name, "u_", 2) || strncmp(name + 2, prefix, strlen(prefix)))
            continue;
        const char *mark = mark_of(name + 2 + strlen(prefix));
        if (mark && strcmp(mark, source->mark))
            return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                               "bind: program %u was made from the GLSL of another rule or input than those of the "
                               "pyramid's last build",
                               program);
        uses_prefix = true;
    }
    if (result == HPYR_OK && !uses_prefix)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "bind: program %u uses no uniform u_%s...", program,
                           prefix);
    return result;
}

/* Two MERGED pyramids may share an input, but its texture can show only one level at a time. Returns a
 * texture of which another bound pyramid reads another level, or NULL. */
static const hpyr_texture *shared_at_other_level(const hpyr_pyramid *pyramid) {
    for (uint32_t i = 0; i < hpi_core_borrowed_count(pyramid); i++) {
        const hpyr_texture *own = hpi_core_texture(&pyramid->source, i);
        for (const hpi_bound *other = pyramid->context->bound; other; other = other->before)
            for (uint32_t j = 0; other->pyramid && j < hpi_core_borrowed_count(other->pyramid); j++) {
                const hpyr_texture *its = hpi_core_texture(&other->pyramid->source, j);
                if (its->name == own->name && its->level != own->level)
                    return own;
            }
    }
    return NULL;
}

hpyr_result hpi_core_check_program(const hpyr_context *context, const hpi_bound *bound, GLuint program,
                                   const char *prefix, GLuint unit, GLuint units) {
    const GLuint limit = context->caps.max_texture_units;
    hpyr_result result = hpi_core_check_unbound(context, bound, "bind");
    if (result == HPYR_OK)
        result = hpi_core_check_prefix(context, "bind", prefix);
    if (result != HPYR_OK)
        return result;
    if (unit >= limit || units > limit - unit)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "bind: %u units from %u on; there are %u", units, unit,
                           limit);
    if (!hpi_gl_program_linked(program))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "bind: %u is not a linked program", program);
    return HPYR_OK;
}

static hpyr_result check_binding(hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit,
                                 GLuint more_units) {
    const hpyr_context *context = pyramid->context;
    const GLuint units = hpi_core_unit_count(pyramid) + (pyramid->source.bind != NULL) + more_units;
    hpyr_result result = hpi_core_check_program(context, &pyramid->bound, program, prefix, unit, units);
    if (result == HPYR_OK)
        result = check_uniforms(pyramid, program, prefix);
    if (result != HPYR_OK)
        return result;
    const hpyr_texture *shared = shared_at_other_level(pyramid);
    if (shared)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "bind: another bound pyramid reads another level of texture %u", shared->name);
    return HPYR_OK;
}

hpyr_result hpyr_pyramid_bind(hpyr_pyramid *pyramid, uint32_t program, const char *prefix, uint32_t first_unit,
                              hpyr_binding *binding) {
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return hpi_core_bind(pyramid, program, prefix, first_unit, 0, true, binding);
}

hpyr_result hpi_core_bind(hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint first_unit,
                          GLuint more_units, bool patient, hpyr_binding *binding) {
    if (!prefix)
        prefix = HPI_DEFAULT_PREFIX;
    hpyr_result result = hpi_gl_check_current(pyramid->context, "bind");
    if (result == HPYR_OK && pyramid->status == PYRAMID_EMPTY) /* its source may be half made */
        return hpi_core_look_for_total(pyramid, patient);
    if (result == HPYR_OK)
        result = check_binding(pyramid, program, prefix, first_unit, more_units);
    if (result == HPYR_OK)
        result = hpi_core_look_for_total(pyramid, patient);
    if (!patient && result == HPYR_NOT_READY)
        result = HPYR_OK;
    return result == HPYR_OK ? bind(pyramid, program, prefix, first_unit, binding) : result;
}

hpyr_result hpyr_pyramid_unbind(hpyr_pyramid *pyramid) {
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = pyramid->context;
    hpyr_result result = check_last(context, &pyramid->bound, "unbind");
    if (result != HPYR_OK)
        return result;
    GLint active = hpi_gl_active_unit();
    hpi_core_loan_end(context, &pyramid->loan);
    glActiveTexture((GLenum)active);
    pop(context, &pyramid->bound);
    return HPYR_OK;
}

/* Returns the loan of `texture` in a bound pyramid; of several the first, which saved what was there. */
static hpi_gl_borrowed *find_loan(hpyr_pyramid *pyramid, GLuint texture) {
    for (uint32_t i = 0; texture && i < pyramid->loan.count; i++)
        if (pyramid->loan.textures[i].name == texture)
            return &pyramid->loan.textures[i];
    return NULL;
}

/* Several bound pyramids may borrow one texture. The first of them saved its parameters, the
 * others saved neutral ones. If the first is destroyed, the next one takes what it saved; if there
 * is no other, the texture gets its parameters back. */
static void hand_over_inputs(hpyr_pyramid *pyramid) {
    hpi_gl_bindings bindings;
    for (uint32_t i = pyramid->loan.count; i > 0; i--) {
        hpi_gl_borrowed *own = &pyramid->loan.textures[i - 1], *heir = NULL;
        for (hpi_bound *later = pyramid->context->bound; later != &pyramid->bound; later = later->before) {
            hpi_gl_borrowed *its = later->pyramid ? find_loan(later->pyramid, own->name) : NULL;
            heir = its ? its : heir;
        }
        if (heir && find_loan(pyramid, own->name) == own)
            *heir = *own;
        if (heir)
            own->name = 0;
    }
    hpi_gl_bindings_save(pyramid->context, &bindings, pyramid->bound.replaced.first_unit,
                         pyramid->bound.replaced.unit_count);
    GLint active = hpi_gl_active_unit();
    hpi_core_loan_end(pyramid->context, &pyramid->loan);
    glActiveTexture((GLenum)active);
    hpi_gl_bindings_restore(pyramid->context, &bindings);
}

void hpi_core_drop_binding(hpyr_pyramid *pyramid) {
    hpyr_context *context = pyramid->context;
    if (pyramid->bound.is_bound && hpi_gl_is_current(context)) {
        if (context->bound == &pyramid->bound)
            hpyr_pyramid_unbind(pyramid);
        else
            hand_over_inputs(pyramid);
    }
    hpi_core_bound_drop(context, &pyramid->bound);
}

hpyr_result hpyr_pyramid_draw(hpyr_pyramid *pyramid, uint32_t mode, uint32_t first, uint32_t count,
                              uint32_t vertices_per_key, hpyr_report *report) {
    hpyr_report own;
    if (!report)
        report = &own;
    memset(report, 0, sizeof *report);
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = pyramid->context;
    hpyr_result result = hpi_gl_check_current(context, "draw");
    if (result != HPYR_OK)
        return result;
    if (!pyramid->bound.is_bound)
        return hpi_gl_fail(context, HPYR_ERROR_NOT_BUILT, "draw: bind the pyramid first");
    if (hpi_gl_current_program() != pyramid->bound.program)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "draw: the pyramid is bound to program %u, which is not in use", pyramid->bound.program);
    if (mode != GL_POINTS && mode != GL_LINES && mode != GL_TRIANGLES)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "draw: mode 0x%04x; allowed are GL_POINTS, GL_LINES, GL_TRIANGLES", mode);
    if (!vertices_per_key)
        vertices_per_key = 1;
    if (vertices_per_key > INT32_MAX / 6) /* chunks hold whole lines and triangles */
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "draw: %u vertices for a key are too many",
                           vertices_per_key);
    hpi_core_clip_range(pyramid, first, count, report);
    uint32_t largest = context->vertex_limit / vertices_per_key / 6 * 6;
    if (!largest && context->legacy)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "draw: %u vertices for a key; GL 2.1 takes up to %u",
                           vertices_per_key, context->vertex_limit / 6);
    if (!largest) /* even 6 keys pass the limit of the driver: draw the smallest chunks */
        largest = 6;
    hpi_gl_vertices vertices;
    result = hpi_gl_vertices_begin(context, pyramid->bound.program, &vertices);
    if (result != HPYR_OK)
        return result;
    glUniform1i(pyramid->vertices_location, (GLint)vertices_per_key);
    while (report->written < report->available) {
        uint32_t left = report->available - report->written, chunk = left < largest ? left : largest;
        hpi_gl_set_count(context, pyramid->first_key_location, first + report->written);
        glDrawArrays(mode, 0, (GLsizei)(chunk * vertices_per_key));
        report->written += chunk;
    }
    hpi_gl_vertices_end(&vertices);
    return HPYR_OK;
}
