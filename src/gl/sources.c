/* sources.c - writes sources of shaders from embedded files, and names these files in drivers'
 * logs.  SPDX-License-Identifier: MIT */
#include "gl/gl.h"

#include "gl/shaders.h"

#include <stdlib.h>
#include <string.h>

/* A number in a #line directive names a file: its place in the table, counted from 1.
 * embed_shaders.cmake refuses a file whose place is MOST_FILES. */
enum { CALLER = 0, CALLER_LINE = 900, MOST_FILES = 512, PART = MOST_FILES /* among what a file needs */ };

static const char *const caller_lines[] = {"", "\n#line 1 900\n", "\n#line 0 900\n"}; /* CALLER_LINE */

static int number_of(const char *name) {
    for (unsigned i = 0; i < hpi_shader_count; i++)
        if (!strcmp(hpi_shaders[i].name, name))
            return (int)i + 1;
    return -1;
}

/* The text behind its first line, which is a #line. */
static const char *body_of(const char *text) {
    const char *end = strchr(text, '\n');
    return end ? end + 1 : text;
}

const char *hpi_gl_shader_text(const char *name) {
    int number = number_of(name);
    return number > 0 ? body_of(hpi_shaders[number - 1].text) : NULL;
}

bool hpi_gl_stage_includes(const char *entry, const char *name) {
    int number = number_of(entry), wanted = number_of(name);
    const short *needs = number > 0 ? hpi_shaders[number - 1].needs : NULL;
    while (needs && *needs >= 0 && *needs != wanted)
        needs++;
    return wanted > 0 && needs && *needs == wanted;
}

/* ---- writing ---- */

/* A source while it is written, and the files that it has already. */
typedef struct writer {
    hpi_text *text;
    const char *caller;
    const char *part;
    hpi_gl_lines lines;
    bool has[MOST_FILES + 1];
} writer;

static void add_with_needs(writer *w, const char *name);

static void add_file(writer *w, int number) {
    if (number < 0 || w->has[number])
        return;
    w->has[number] = true;
    if (number == PART) {
        add_with_needs(w, w->part);
    } else if (number == CALLER && w->caller) {
        hpi_text_add(w->text, caller_lines[w->lines]);
        hpi_text_add(w->text, w->caller);
        hpi_text_add(w->text, "\n");
    } else if (number != CALLER) {
        const char *text = hpi_shaders[number - 1].text;
        hpi_text_add(w->text, w->lines ? text : body_of(text));
    }
}

static void add_with_needs(writer *w, const char *name) {
    int number = name ? number_of(name) : -1;
    for (const short *need = number > 0 ? hpi_shaders[number - 1].needs : NULL; need && *need >= 0; need++)
        add_file(w, *need);
    add_file(w, number);
}

void hpi_gl_add_stage(hpi_text *text, const hpi_gl_stage *stage, const char *caller, hpi_gl_lines lines) {
    writer w = {.text = text, .caller = caller, .part = stage->part, .lines = lines};
    add_with_needs(&w, stage->entry);
}

void hpi_gl_add_targets(hpi_text *text, uint32_t count) {
    hpi_text_print(text, "#define HPYR_TARGETS %u\n#define HPYR_EACH_TARGET(step)", count);
    for (uint32_t i = 0; i < count; i++)
        hpi_text_print(text, " step(%u)", i);
    hpi_text_add(text, "\n");
}

/* ---- drivers' logs ---- */

/* The file that a #line's number stands for. Some drivers give 0 where they do not know. */
static const char *file_of_number(long number) {
    if (number == CALLER_LINE)
        return "caller's GLSL";
    if (number == 0)
        return "shader";
    return number >= 1 && number <= (long)hpi_shader_count ? hpi_shaders[number - 1].name : NULL;
}

static size_t prefix_of(const char *line) {
    static const char *const prefixes[] = {"ERROR: ", "WARNING: "};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(line, prefixes[i], strlen(prefixes[i])))
            return strlen(prefixes[i]);
    return 0;
}

/* Drivers begin a line with "N:LINE" or "N(LINE)", where N is the number of the last #line. Puts
 * the file's name in the place of N. */
static void add_line(hpi_text *out, const char *line, size_t length) {
    size_t prefix = prefix_of(line), digits = strspn(line + prefix, "0123456789"), done = 0;
    char after = line[prefix + digits];
    const char *name =
        digits && (after == ':' || after == '(') ? file_of_number(strtol(line + prefix, NULL, 10)) : NULL;
    if (name) {
        hpi_text_add_part(out, line, prefix);
        hpi_text_add(out, name);
        done = prefix + digits;
    }
    hpi_text_add_part(out, line + done, length - done);
}

char *hpi_gl_name_files(const hpyr_context *context, const char *log) {
    hpi_text out = HPI_TEXT(context);
    while (*log) {
        size_t length = strcspn(log, "\n");
        add_line(&out, log, length);
        log += length;
        if (*log && log[strspn(log, "\n")]) /* a line follows */
            hpi_text_add(&out, "\n");
        log += *log == '\n';
    }
    return out.bytes;
}
