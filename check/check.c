/* check.c - runs a check, and compares.  SPDX-License-Identifier: MIT */
#include "check.h"

#include "gl.h"

#include "common/files/clock.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#ifdef __EMSCRIPTEN__
#    include <emscripten/html5_webgl.h>
#endif

/* ---- what is found ---- */

/* Formats behind what `text` holds, line breaks turned into blanks. */
static void append(char *text, size_t size, const char *format, va_list arguments) {
    size_t length = strlen(text);
    vsnprintf(text + length, size - length, format, arguments);
    for (char *at = text + length; *at; at++)
        if (*at == '\n' || *at == '\r')
            *at = ' ';
}

static void note(const check *c, char text[CHECK_TEXT], const char *format, va_list arguments) {
    if (text[0])
        return;
    if (c->part[0])
        snprintf(text, CHECK_TEXT, "%s: ", c->part);
    append(text, CHECK_TEXT, format, arguments);
}

void check_wrong(check *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    note(c, c->result->detail, format, arguments);
    va_end(arguments);
}

void check_missing(check *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    note(c, c->missing, format, arguments);
    va_end(arguments);
}

void check_fact(check *c, const char *name, const char *format, ...) {
    char *facts = c->result->facts, line[CHECK_TEXT] = "";
    size_t length = strlen(facts);
    va_list arguments;
    va_start(arguments, format);
    append(line, sizeof line, format, arguments);
    va_end(arguments);
    snprintf(facts + length, CHECK_FACTS - length, "%s\t%s\n", name, line);
}

void check_part(check *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    c->part[0] = '\0';
    append(c->part, sizeof c->part, format, arguments);
    va_end(arguments);
    if (c->tell)
        c->tell(c->part);
}

bool check_call(check *c, hpyr_result result, const char *call) {
    int length = (int)strcspn(call, "(");
    if (result == HPYR_ERROR_UNSUPPORTED || result == HPYR_ERROR_TOO_LARGE)
        check_missing(c, "%s", c->logged);
    else if (result != HPYR_OK)
        check_wrong(c, "%.*s: %s: %s", length, call, hpyr_result_string(result), c->logged);
    return result == HPYR_OK;
}

/* ---- comparisons ---- */

bool check_count(check *c, const char *what, uint64_t got, uint64_t want) {
    c->compared++;
    if (got != want)
        check_wrong(c, "%s is %" PRIu64 ", not %" PRIu64, what, got, want);
    return got == want;
}

bool check_words(check *c, const char *what, const void *got, const void *want, size_t count) {
    const uint32_t *g = got, *w = want;
    size_t i = 0;
    c->compared++;
    while (i < count && g[i] == w[i])
        i++;
    if (i < count)
        check_wrong(c, "%s: number %zu of %zu is %" PRIu32 " (0x%08" PRIx32 "), not %" PRIu32 " (0x%08" PRIx32 ")",
                    what, i, count, g[i], g[i], w[i], w[i]);
    return i == count;
}

bool check_numbers(check *c, const char *what, const float *got, const float *want, size_t count, double near) {
    size_t i = 0;
    c->compared++;
    while (i < count && fabs((double)got[i] - (double)want[i]) <= near)
        i++;
    if (i < count)
        check_wrong(c, "%s: number %zu of %zu is %.9g, not %.9g", what, i, count, (double)got[i], (double)want[i]);
    return i == count;
}

bool check_records(check *c, const char *what, const void *got, const void *want, size_t size, size_t count,
                   const check_field *fields) {
    bool same = true;
    for (size_t i = 0; i < count && same; i++)
        for (const check_field *f = fields; f->name && same; f++) {
            const char *g = (const char *)got + i * size + f->offset, *w = (const char *)want + i * size + f->offset;
            char name[CHECK_TEXT];
            snprintf(name, sizeof name, "%s %zu: %s", what, i, f->name);
            same = f->near > 0 ? check_numbers(c, name, (const float *)g, (const float *)w, f->count, f->near)
                               : check_words(c, name, g, w, f->count);
        }
    return same;
}

/* ---- a run ---- */

static void remember(hpyr_log_level level, const char *message, void *user) {
    check *c = user;
    if (level == HPYR_LOG_LEVEL_ERROR)
        snprintf(c->logged, sizeof c->logged, "%s", message);
    else if (level == HPYR_LOG_LEVEL_WARNING)
        check_fact(c, "warning", "%s", message);
}

static bool is_lost(uint32_t error) {
#ifdef __EMSCRIPTEN__
    return error == 0x9242 || emscripten_is_webgl_context_lost(emscripten_webgl_get_current_context());
#else
    return error == GL_CONTEXT_LOST || (glGetGraphicsResetStatus && glGetGraphicsResetStatus() != GL_NO_ERROR);
#endif
}

/* A lost context explains all else, so it replaces what was found before. */
static void look_at_gl(check *c) {
    uint32_t error = glGetError();
    if (is_lost(error)) {
        char found[CHECK_TEXT];
        snprintf(found, sizeof found, "%.400s", c->result->detail);
        c->part[0] = c->result->detail[0] = '\0';
        check_wrong(c, "the context is lost%s%s", found[0] ? "; " : "", found);
    } else if (error != GL_NO_ERROR) {
        check_wrong(c, "GL has error 0x%04x left", (unsigned)error);
    }
}

static check_status conclude(check *c) {
    char *detail = c->result->detail;
    if (detail[0])
        return CHECK_WRONG;
    if (c->compared == 0 && !c->missing[0])
        check_wrong(c, "nothing was compared");
    if (detail[0])
        return CHECK_WRONG;
    snprintf(detail, CHECK_TEXT, "%s%.480s", c->compared && c->missing[0] ? "all but " : "", c->missing);
    return c->compared ? CHECK_RIGHT : CHECK_NOT_HERE;
}

bool check_is_software(const char *renderer) {
    static const char *const NAMES[] = {"llvmpipe", "softpipe", "SwiftShader", "Software Rasterizer", "Basic Render"};
    bool found = false;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        found = found || strstr(renderer, NAMES[i]);
    return found;
}

/* A lost context has none. */
static const char *string_of(GLenum name) {
    const char *string = (const char *)glGetString(name);
    return string ? string : "";
}

void check_run(const check_module *module, bool is_legacy, void (*tell)(const char *part), check_result *result) {
    static check c; /* too large for some stacks */
    hpyr_context_desc desc = {.log = remember, .user = &c, .gl_version_cap = is_legacy ? 21 : 0};
    double start = clock_ms();
    memset(&c, 0, sizeof c);
    memset(result, 0, sizeof *result);
    c.is_legacy = is_legacy;
    c.tell = tell;
    c.result = result;
    if (!operands_begin(&c)) {
        check_wrong(&c, "out of memory");
    } else if (CALL(&c, hpyr_context_create(&desc, &c.context))) {
        c.caps = hpyr_context_caps(c.context);
        result->is_software = check_is_software(c.caps->renderer);
        snprintf(result->gl, sizeof result->gl, "%.200s; %.100s; %.200s", c.caps->renderer, string_of(GL_VENDOR),
                 string_of(GL_VERSION));
        module->run(&c);
    }
    hpyr_context_destroy(c.context);
    look_at_gl(&c);
    operands_end(&c);
    result->status = conclude(&c);
    result->seconds = (clock_ms() - start) / 1000;
}
