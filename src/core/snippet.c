/* snippet.c - traversal and rank for the caller's own shaders: the text, its bindings, and draws straight from the pyramid.
 * SPDX-License-Identifier: MIT */
#include "core/pyramid.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char default_prefix[] = "hpyr_";

enum { MAX_PREFIX = 64, MAX_PIECES = 24 };

static bool prefix_is_valid(const char *prefix) {
    size_t length = strlen(prefix);
    if (!length || length > MAX_PREFIX || isdigit((unsigned char)prefix[0]) || prefix[0] == '_' ||
        !strncmp(prefix, "gl_", 3) || strstr(prefix, "__"))
        return false;
    for (size_t i = 0; i < length; ++i)
        if (!isalnum((unsigned char)prefix[i]) && prefix[i] != '_')
            return false;
    return true;
}

static bool is_identifier(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* ---- text ---- */

/* A string that grows by counting first and writing later: appending past the capacity only counts. */
typedef struct text {
    char *out;
    size_t capacity, used;
} text;

static void append(text *t, const char *piece, size_t length) {
    if (t->used + length < t->capacity)
        memcpy(t->out + t->used, piece, length);
    t->used += length;
}

/* `piece` with "hpyr_" at the begin of a name, or behind its "u_", replaced. */
static void append_renamed(text *t, const char *piece, const char *prefix) {
    const size_t length = sizeof default_prefix - 1;
    const char *start = piece, *at = piece;
    while ((at = strstr(at, default_prefix))) {
        bool begins = at == piece || !is_identifier(at[-1]);
        bool uniform = at >= piece + 2 && at[-1] == '_' && at[-2] == 'u' && (at == piece + 2 || !is_identifier(at[-3]));
        if (begins || uniform) {
            append(t, start, (size_t)(at - start));
            append(t, prefix, strlen(prefix));
            start = at + length;
        }
        at += length;
    }
    append(t, start, strlen(start));
}

/* Macros of one pyramid must not reach the next one in the same shader. HPYR_UINT is everybody's. */
static void append_undefines(text *t, const char *piece) {
    for (const char *at = piece; (at = strchr(at, '#'));) {
        at += 1 + strspn(at + 1, " \t");
        if (strncmp(at, "define", 6))
            continue;
        at += 6 + strspn(at + 6, " \t");
        size_t length = 0;
        while (is_identifier(at[length]))
            ++length;
        if (strncmp(at, "HPYR_", 5) || (length == 9 && !strncmp(at, "HPYR_UINT", length)))
            continue;
        append(t, "#undef ", 7);
        append(t, at, length);
        append(t, "\n", 1);
    }
}

/* The pieces of the snippet in order; returns how many. `defines` must outlive them. */
static int collect(const hpyr_pyramid *pyramid, const char *defines, const char *const *more,
                   const char *pieces[MAX_PIECES]) {
    const source *s = &pyramid->source;
    int count = 0;
    pieces[count++] = hpyr_gl_shader_text("core/prelude.glsl");
    pieces[count++] = defines;
    pieces[count++] = hpyr_gl_shader_text("core/cell.glsl");
    if (hpyr_core_reads_source(pyramid)) {
        if (s->has_input)
            pieces[count++] = hpyr_gl_shader_text("core/input.glsl");
        if (s->custom) {
            pieces[count++] = s->custom;
            pieces[count++] = "\n";
        }
        pieces[count++] = hpyr_gl_shader_text("core/discriminate.glsl");
    }
    for (const char *const *file = pyramid->layout->traversal; *file; ++file)
        pieces[count++] = hpyr_gl_shader_text(*file);
    pieces[count++] = hpyr_gl_shader_text("core/keys.glsl");
    while (*more && count < MAX_PIECES)
        pieces[count++] = *more++;
    return count;
}

hpyr_result hpyr_pyramid_glsl(const hpyr_pyramid *pyramid, const char *prefix, char *out, size_t capacity,
                              size_t *needed) {
    static const char *const nothing_more[] = {NULL};
    return hpyr_core_write_snippet(pyramid, prefix, nothing_more, out, capacity, needed);
}

hpyr_result hpyr_core_write_snippet(const hpyr_pyramid *pyramid, const char *prefix, const char *const *more, char *out,
                                    size_t capacity, size_t *needed) {
    const char *pieces[MAX_PIECES];
    char defines[ALL_DEFINES_SIZE], levels[LEVEL_DEFINES_SIZE];
    if (needed)
        *needed = 0;
    if (out && capacity)
        out[0] = '\0';
    if (!pyramid || (capacity && !out))
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (!prefix)
        prefix = default_prefix;
    if (!prefix_is_valid(prefix))
        return hpyr_gl_fail(pyramid->context, HPYR_ERROR_INVALID_ARGUMENT,
                            "glsl: \"%.80s\" is no prefix of a GLSL name", prefix);
    bool reads_source = hpyr_core_reads_source(pyramid);
    if (reads_source && pyramid->status == PYRAMID_EMPTY)
        return hpyr_gl_fail(pyramid->context, HPYR_ERROR_NOT_BUILT,
                            "glsl: a MERGED pyramid's text depends on its build");
    hpyr_core_write_level_defines(pyramid, "", levels);
    hpyr_core_write_defines(pyramid, reads_source, levels, defines);
    text t = {out, capacity, 0};
    int count = collect(pyramid, defines, more, pieces);
    for (int i = 0; i < count; ++i)
        append_renamed(&t, pieces[i], prefix);
    for (int i = 0; i < count; ++i)
        append_undefines(&t, pieces[i]);
    if (needed)
        *needed = t.used + 1;
    if (t.used >= capacity) {
        if (capacity)
            out[0] = '\0';
        return HPYR_TRUNCATED;
    }
    out[t.used] = '\0';
    return HPYR_OK;
}

hpyr_result hpyr_core_append_glsl(const hpyr_pyramid *pyramid, const char *prefix, char **text) {
    size_t size = 0, before = *text ? strlen(*text) : 0;
    hpyr_result result = hpyr_pyramid_glsl(pyramid, prefix, NULL, 0, &size);
    if (result < 0)
        return result;
    char *longer = realloc(*text, before + size);
    if (!longer)
        return hpyr_gl_fail(pyramid->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a shader");
    *text = longer;
    return hpyr_pyramid_glsl(pyramid, prefix, longer + before, size, NULL);
}

/* ---- binding and drawing ---- */

static hpyr_result bind(hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit, hpyr_binding *binding) {
    hpyr_context *context = pyramid->context;
    GLuint units = hpyr_core_unit_count(pyramid);
    GLint active = hpyr_gl_active_unit();
    hpyr_gl_bindings_save(context, &pyramid->bindings, unit, units);
    hpyr_result result = hpyr_core_use(pyramid, program, prefix, unit, unit + units, &pyramid->borrowed);
    glActiveTexture((GLenum)active);
    if (result != HPYR_OK) {
        hpyr_gl_bindings_restore(context, &pyramid->bindings);
        return result;
    }
    pyramid->bound = true;
    pyramid->bound_before = context->bound;
    context->bound = pyramid;
    pyramid->program = program;
    pyramid->first_key_location = hpyr_gl_uniform(program, prefix, "first_key");
    pyramid->vertices_location = hpyr_gl_uniform(program, prefix, "vertices");
    hpyr_gl_set_count(context, pyramid->first_key_location, 0);
    glUniform1i(pyramid->vertices_location, 1);
    if (binding)
        *binding = (hpyr_binding){unit, units, pyramid->first_key_location};
    return HPYR_OK;
}

static bool uses_prefix(GLuint program, const char *prefix) {
    static const char *const names[] = {"pyramid",   "odd",      "even", "base",  "total",
                                        "first_key", "vertices", "size", "input", "bits"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (hpyr_gl_uniform(program, prefix, names[i]) >= 0)
            return true;
    return false;
}

/* Two MERGED pyramids may share an input, but its texture can show only one level at a time. */
static bool shares_other_level(const hpyr_pyramid *pyramid) {
    const source *own = &pyramid->source;
    for (const hpyr_pyramid *other = pyramid->context->bound; other; other = other->bound_before)
        if (pyramid->borrows && other->borrowed.name == own->input.name &&
            other->source.input.level != own->input.level)
            return true;
    return false;
}

static hpyr_result check_types(const hpyr_pyramid *pyramid, GLuint program, const char *prefix) {
    gl_uniform uniforms[SOURCE_UNIFORMS];
    if (!hpyr_core_reads_source(pyramid))
        return HPYR_OK;
    int count = hpyr_core_source_uniforms(pyramid->context, &pyramid->source, uniforms);
    return hpyr_gl_check_uniforms(pyramid->context, program, prefix, uniforms, count, "bind");
}

static hpyr_result check_binding(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit,
                                 GLuint more_units) {
    const hpyr_context *context = pyramid->context;
    GLuint units = hpyr_core_unit_count(pyramid) + (pyramid->source.bind != NULL) + more_units,
           limit = context->caps.max_texture_units;
    if (pyramid->bound)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "bind: the pyramid is bound already");
    if (!prefix_is_valid(prefix))
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "bind: \"%.80s\" is no prefix of a GLSL name",
                            prefix);
    if (unit >= limit || units > limit - unit)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "bind: %u units from %u on; there are %u", units,
                            unit, limit);
    if (!hpyr_gl_program_linked(program))
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "bind: %u is not a linked program", program);
    if (!uses_prefix(program, prefix))
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "bind: program %u uses no uniform u_%s...", program,
                            prefix);
    if (pyramid->borrows && shares_other_level(pyramid))
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                            "bind: another bound pyramid reads another level of texture %u",
                            pyramid->source.input.name);
    return check_types(pyramid, program, prefix);
}

hpyr_result hpyr_pyramid_bind(hpyr_pyramid *pyramid, uint32_t program, const char *prefix, uint32_t first_unit,
                              hpyr_binding *binding) {
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return hpyr_core_bind(pyramid, program, prefix, first_unit, 0, true, binding);
}

hpyr_result hpyr_core_bind(hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint first_unit,
                           GLuint more_units, bool patient, hpyr_binding *binding) {
    if (!prefix)
        prefix = default_prefix;
    hpyr_result result = hpyr_gl_check_current(pyramid->context, "bind");
    if (result == HPYR_OK)
        result = check_binding(pyramid, program, prefix, first_unit, more_units);
    if (result == HPYR_OK)
        result = hpyr_core_look_for_total(pyramid, patient);
    if (!patient && result == HPYR_NOT_READY)
        result = HPYR_OK;
    return result == HPYR_OK ? bind(pyramid, program, prefix, first_unit, binding) : result;
}

hpyr_result hpyr_pyramid_unbind(hpyr_pyramid *pyramid) {
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = pyramid->context;
    hpyr_result result = hpyr_gl_check_current(context, "unbind");
    if (result != HPYR_OK)
        return result;
    if (!pyramid->bound)
        return hpyr_gl_fail(context, HPYR_ERROR_NOT_BUILT, "unbind: the pyramid is not bound");
    if (context->bound != pyramid)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "unbind: a pyramid that was bound later still is");
    GLint active = hpyr_gl_active_unit();
    hpyr_core_release(pyramid, &pyramid->borrowed, pyramid->bindings.first_unit);
    hpyr_gl_bindings_restore(context, &pyramid->bindings);
    glActiveTexture((GLenum)active);
    context->bound = pyramid->bound_before;
    pyramid->bound = false;
    return HPYR_OK;
}

/* The texture's own parameters go to the next pyramid that borrowed it, which has saved neutral ones; else back at once. */
static void hand_over_input(const hpyr_pyramid *pyramid) {
    hpyr_pyramid *heir = NULL;
    gl_bindings bindings;
    for (hpyr_pyramid *later = pyramid->context->bound; later != pyramid; later = later->bound_before)
        if (pyramid->borrowed.name && later->borrowed.name == pyramid->borrowed.name)
            heir = later;
    if (heir) {
        heir->borrowed = pyramid->borrowed;
        return;
    }
    hpyr_gl_bindings_save(pyramid->context, &bindings, pyramid->bindings.first_unit, pyramid->bindings.unit_count);
    GLint active = hpyr_gl_active_unit();
    hpyr_core_release(pyramid, &pyramid->borrowed, pyramid->bindings.first_unit);
    glActiveTexture((GLenum)active);
    hpyr_gl_bindings_restore(pyramid->context, &bindings);
}

void hpyr_core_drop_binding(hpyr_pyramid *pyramid) {
    struct hpyr_pyramid **link = &pyramid->context->bound;
    bool is_current = pyramid->bound && hpyr_gl_is_current(pyramid->context);
    if (!pyramid->bound)
        return;
    if (is_current && *link == pyramid) {
        hpyr_pyramid_unbind(pyramid);
        return;
    }
    if (is_current) /* else there is nothing to put back into */
        hand_over_input(pyramid);
    while (*link != pyramid)
        link = &(*link)->bound_before;
    *link = pyramid->bound_before;
    pyramid->bound = false;
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
    hpyr_result result = hpyr_gl_check_current(context, "draw");
    if (result != HPYR_OK)
        return result;
    if (!pyramid->bound)
        return hpyr_gl_fail(context, HPYR_ERROR_NOT_BUILT, "draw: bind the pyramid first");
    if (hpyr_gl_current_program() != pyramid->program)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                            "draw: the pyramid is bound to program %u, which is not in use", pyramid->program);
    if (mode != GL_POINTS && mode != GL_LINES && mode != GL_TRIANGLES)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                            "draw: mode 0x%04x; allowed are GL_POINTS, GL_LINES, GL_TRIANGLES", mode);
    if (!vertices_per_key)
        vertices_per_key = 1;
    if (vertices_per_key > INT32_MAX / 6) /* a chunk holds whole lines and triangles: a multiple of 6 keys */
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "draw: %u vertices for a key are too many",
                            vertices_per_key);
    hpyr_core_clip_range(pyramid, first, count, report);
    uint32_t largest = context->vertex_limit / vertices_per_key / 6 * 6;
    if (!largest && context->legacy)
        return hpyr_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "draw: %u vertices for a key; GL 2.1 takes up to %u",
                            vertices_per_key, context->vertex_limit / 6);
    if (!largest) /* no chunk is small enough for what the driver gets wrong */
        largest = 6;
    gl_vertices vertices;
    result = hpyr_gl_vertices_begin(context, pyramid->program, &vertices);
    if (result != HPYR_OK)
        return result;
    glUniform1i(pyramid->vertices_location, (GLint)vertices_per_key);
    while (report->written < report->available) {
        uint32_t left = report->available - report->written, chunk = left < largest ? left : largest;
        hpyr_gl_set_count(context, pyramid->first_key_location, first + report->written);
        glDrawArrays(mode, 0, (GLsizei)(chunk * vertices_per_key));
        report->written += chunk;
    }
    hpyr_gl_vertices_end(&vertices);
    return HPYR_OK;
}
