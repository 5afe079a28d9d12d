/* snippet.c - the text of traversal and rank for the caller's own shaders.  SPDX-License-Identifier: MIT */
#include "core/traversal.h"

#include <ctype.h>
#include <string.h>

enum { MAX_PREFIX = 64 };

static const char PYRAMID_ENTRY[] = "core/total.glsl"; /* what the text of a pyramid has behind the traversal */

static bool prefix_is_valid(const char *prefix) {
    size_t length = strlen(prefix);
    if (!length || length > MAX_PREFIX || isdigit((unsigned char)prefix[0]) || prefix[0] == '_' ||
        !strncmp(prefix, "gl_", 3) || strstr(prefix, "__"))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)prefix[i]) && prefix[i] != '_')
            return false;
    return true;
}

hpyr_result hpi_core_check_prefix(const hpyr_context *context, const char *what, const char *prefix) {
    if (prefix_is_valid(prefix))
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: \"%.80s\" is no prefix of a GLSL name", what, prefix);
}

static bool is_identifier(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* ---- text ---- */

/* Returns whether a name of ours begins at `at`, and how many of its characters the prefix
 * replaces. Macros begin with HPYR_ and other names with hpyr_; those of uniforms have u_ in front
 * of it. HPYR_UINT is shared by all pyramids. */
static bool is_ours(const char *start, const char *at, size_t *length) {
    static const char shared[] = "HPYR_UINT";
    bool begins = at == start || !is_identifier(at[-1]);
    bool uniform = at >= start + 2 && at[-1] == '_' && at[-2] == 'u' && (at == start + 2 || !is_identifier(at[-3]));
    bool is_shared = !strncmp(at, shared, sizeof shared - 1) && !is_identifier(at[sizeof shared - 1]);
    if ((begins || uniform) && !strncmp(at, HPI_DEFAULT_PREFIX, sizeof HPI_DEFAULT_PREFIX - 1)) {
        *length = sizeof HPI_DEFAULT_PREFIX - 1;
        return true;
    }
    *length = 0; /* the prefix stands in front of a macro: prefix_HPYR_NAME */
    return begins && !is_shared && !strncmp(at, "HPYR_", 5);
}

/* Adds `text` with its names changed to those of one pyramid, so several fit into one shader. */
static void add_renamed(hpi_text *out, const char *text, const char *prefix) {
    const char *start = text;
    for (const char *at = text; *at; at++) {
        size_t length;
        if ((*at != 'h' && *at != 'H') || !is_ours(text, at, &length))
            continue;
        hpi_text_add_part(out, start, (size_t)(at - start));
        hpi_text_add(out, prefix);
        start = at + length;
        at += length ? length - 1 : 0;
    }
    hpi_text_add(out, start);
}

static hpyr_result check_snippet(const hpyr_pyramid *pyramid, const char *prefix) {
    hpyr_result result = hpi_core_check_prefix(pyramid->context, "glsl", prefix);
    if (result != HPYR_OK)
        return result;
    if (hpi_core_reads_source(pyramid) && pyramid->status == PYRAMID_EMPTY)
        return hpi_gl_fail(pyramid->context, HPYR_ERROR_NOT_BUILT,
                           "glsl: a MERGED pyramid's text depends on its build");
    return HPYR_OK;
}

/* Adds the traversal of the pyramid, then the file `entry` with what it includes. */
static hpyr_result add_snippet(const hpyr_pyramid *pyramid, const char *prefix, const char *entry,
                               const hpi_text *defines, const char *caller, hpi_text *out) {
    static const hpi_gl_stage prelude = {.entry = "core/prelude.glsl"};
    const hpi_gl_stage stage = {.part = pyramid->layout->traversal, .entry = entry};
    bool reads_source = hpi_core_reads_source(pyramid);
    char mark[HPI_MARK + 1];
    hpi_text text = HPI_TEXT(pyramid->context);
    hpi_gl_add_stage(&text, &prelude, NULL, HPI_LINES_NONE);
    hpi_core_add_defines(pyramid, reads_source, &text);
    hpi_core_add_level_defines(pyramid, &text);
    if (reads_source) {
        hpyr_result result = hpi_core_source_mark(pyramid->context, &pyramid->source, mark);
        hpi_text_print(&text, "#define HPYR_MARK u_hpyr_rule_%s\n", mark);
        text.failed = text.failed || result != HPYR_OK;
    }
    if (defines)
        hpi_text_add(&text, hpi_text_get(defines));
    const char *glsl = reads_source ? hpi_core_source_glsl(&pyramid->source) : NULL;
    hpi_gl_add_stage(&text, &stage, glsl ? glsl : caller, HPI_LINES_NONE);
    if (!text.failed)
        add_renamed(out, hpi_text_get(&text), prefix);
    bool failed = text.failed || out->failed;
    hpi_text_free(&text);
    return failed ? hpi_gl_fail(pyramid->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a shader") : HPYR_OK;
}

/* ---- public calls ---- */

/* Begins a call that writes a text of GLSL. */
static hpyr_result begin_text(const void *object, char *out, size_t capacity, size_t *needed) {
    if (needed)
        *needed = 0;
    if (out && capacity)
        out[0] = '\0';
    return object && (out || !capacity) ? HPYR_OK : HPYR_ERROR_INVALID_ARGUMENT;
}

/* Ends it: hands the text over if it fits, and frees it. */
static hpyr_result end_text(hpyr_result result, hpi_text *text, char *out, size_t capacity, size_t *needed) {
    if (result == HPYR_OK && needed)
        *needed = text->used + 1;
    if (result == HPYR_OK && text->used >= capacity)
        result = HPYR_TRUNCATED;
    if (result == HPYR_OK)
        memcpy(out, text->bytes, text->used + 1);
    hpi_text_free(text);
    return result;
}

hpyr_result hpi_core_write_renamed(const hpyr_context *context, const char *prefix, const char *text, char *out,
                                   size_t capacity, size_t *needed) {
    hpi_text renamed = HPI_TEXT(context);
    hpyr_result result = begin_text(context, out, capacity, needed);
    if (!prefix)
        prefix = HPI_DEFAULT_PREFIX;
    if (result == HPYR_OK)
        result = hpi_core_check_prefix(context, "glsl", prefix);
    if (result != HPYR_OK)
        return result;
    if (text)
        add_renamed(&renamed, text, prefix);
    if (!text || renamed.failed)
        result = hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a shader");
    return end_text(result, &renamed, out, capacity, needed);
}

hpyr_result hpi_core_write_file(const hpyr_context *context, const char *entry, const char *prefix, char *out,
                                size_t capacity, size_t *needed) {
    static const hpi_gl_stage precisions = {.entry = "core/prelude.glsl"};
    const hpi_gl_stage stage = {.entry = entry};
    hpi_text own = HPI_TEXT(context);
    if (context->es)
        hpi_gl_add_stage(&own, &precisions, NULL, HPI_LINES_NONE);
    hpi_gl_add_stage(&own, &stage, NULL, HPI_LINES_NONE);
    hpyr_result result =
        hpi_core_write_renamed(context, prefix, own.failed ? NULL : hpi_text_get(&own), out, capacity, needed);
    hpi_text_free(&own);
    return result;
}

hpyr_result hpyr_pyramid_glsl(const hpyr_pyramid *pyramid, const char *prefix, char *out, size_t capacity,
                              size_t *needed) {
    return hpi_core_write_snippet(pyramid, prefix, PYRAMID_ENTRY, NULL, NULL, out, capacity, needed);
}

hpyr_result hpi_core_write_snippet(const hpyr_pyramid *pyramid, const char *prefix, const char *entry,
                                   const hpi_text *defines, const char *caller, char *out, size_t capacity,
                                   size_t *needed) {
    hpyr_result result = begin_text(pyramid, out, capacity, needed);
    if (result != HPYR_OK)
        return result;
    hpi_text text = HPI_TEXT(pyramid->context);
    if (!prefix)
        prefix = HPI_DEFAULT_PREFIX;
    result = check_snippet(pyramid, prefix);
    if (result == HPYR_OK)
        result = add_snippet(pyramid, prefix, entry, defines, caller, &text);
    return end_text(result, &text, out, capacity, needed);
}

hpyr_result hpi_core_add_glsl(const hpyr_pyramid *pyramid, const char *prefix, hpi_text *text) {
    hpyr_result result = check_snippet(pyramid, prefix ? prefix : HPI_DEFAULT_PREFIX);
    return result == HPYR_OK
               ? add_snippet(pyramid, prefix ? prefix : HPI_DEFAULT_PREFIX, PYRAMID_ENTRY, NULL, NULL, text)
               : result;
}
