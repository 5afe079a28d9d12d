/* report.c - what all checks have found, as text.  SPDX-License-Identifier: MIT */
#include "report.h"

#include "common/files/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *report_word(check_status status) {
    return status == CHECK_RIGHT ? "right" : status == CHECK_NOT_HERE ? "not on this GL" : "WRONG";
}

static size_t count_of(const report *r, check_status status) {
    size_t count = 0;
    for (size_t i = 0; i < r->count; i++)
        count += r->rows[i].result.status == status;
    return count;
}

bool report_verdict(const report *r, char line[REPORT_LINE]) {
    static const char MORE[] = "; and more";
    size_t right = count_of(r, CHECK_RIGHT), not_here = count_of(r, CHECK_NOT_HERE);
    bool is_software = false;
    for (size_t i = 0; i < r->count; i++)
        is_software = is_software || r->rows[i].result.is_software;
    const char *where = is_software ? "; on the CPU, not on a GPU" : "";
    if (right + not_here == r->count) {
        snprintf(line, REPORT_LINE, "all right: %zu module%s; not on this GL: %zu%s", right, right == 1 ? "" : "s",
                 not_here, where);
        return true;
    }
    snprintf(line, REPORT_LINE, "NOT RIGHT: %zu of %zu module%s%s", r->count - right - not_here, r->count,
             r->count == 1 ? "" : "s", where);
    for (size_t i = 0; i < r->count; i++) {
        const report_row *row = &r->rows[i];
        size_t length = strlen(line), left = REPORT_LINE - sizeof MORE - length;
        if (row->result.status == CHECK_RIGHT || row->result.status == CHECK_NOT_HERE)
            continue;
        if ((size_t)snprintf(line + length, left, "; %s (%s)", row->name, row->result.detail) >= left) {
            memcpy(line + length, MORE, sizeof MORE);
            break;
        }
    }
    return false;
}

static void print(outfile *file, const char *format, ...) {
    char text[REPORT_LINE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    outfile_write(file, text, strlen(text));
}

/* In a cell of a table, where a | would end it. */
static void print_cell(outfile *file, const char *text) {
    for (; *text; text++)
        print(file, *text == '|' ? "\\|" : "%c", *text);
}

/* Calls `use` for each fact. */
static void for_facts(const char *facts, void (*use)(void *user, const char *name, const char *value), void *user) {
    char line[CHECK_TEXT + 64];
    for (const char *end; (end = strchr(facts, '\n')); facts = end + 1) { /* one without an end was cut off */
        const size_t length = (size_t)(end - facts);
        if (length >= sizeof line)
            continue;
        memcpy(line, facts, length);
        line[length] = '\0';
        char *tab = strchr(line, '\t');
        if (!tab)
            continue;
        *tab = '\0';
        use(user, line, tab + 1);
    }
}

static void print_fact(void *user, const char *name, const char *value) {
    print(user, "| ");
    print_cell(user, name);
    print(user, " | ");
    print_cell(user, value);
    print(user, " |\n");
}

static void add_fact(void *user, const char *name, const char *value) {
    json_text(user, name, value);
}

/* Of a module that ended in its context. */
static const char *gl_of(const report *r) {
    size_t i = 0;
    while (i + 1 < r->count && !r->rows[i].result.gl[0])
        i++;
    return r->count > 0 ? r->rows[i].result.gl : "";
}

static void write_json(const report *r, outfile *file) {
    json j = {file, false};
    json_open(&j, NULL, '{');
    json_count(&j, "version", (uint64_t)hpyr_version());
    json_text(&j, "gl", gl_of(r));
    json_open(&j, "modules", '[');
    for (size_t i = 0; i < r->count; i++) {
        const check_result *result = &r->rows[i].result;
        json_open(&j, NULL, '{');
        json_text(&j, "module", r->rows[i].name);
        json_text(&j, "result", report_word(result->status));
        json_ms(&j, "seconds", result->seconds);
        json_text(&j, "detail", result->detail);
        json_open(&j, "facts", '{');
        for_facts(result->facts, add_fact, &j);
        json_close(&j, '}');
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
}

void report_write(const report *r, outfile *file) {
    char line[REPORT_LINE];
    report_verdict(r, line);
    print(file, "# histopyramid-check\n\n");
    print(file, "%s", line);
    print(file, "\n\nlibhistopyramid %d.%d.%d on %s", HPYR_VERSION_MAJOR, HPYR_VERSION_MINOR, HPYR_VERSION_PATCH,
          gl_of(r));
    print(file, "\n\n| module | result | seconds | what |\n|---|---|---|---|\n");
    for (size_t i = 0; i < r->count; i++) {
        const report_row *row = &r->rows[i];
        print(file, "| %s | %s | %.2f | ", row->name, report_word(row->result.status), row->result.seconds);
        print_cell(file, row->result.detail);
        print(file, " |\n");
    }
    for (size_t i = 0; i < r->count; i++)
        if (r->rows[i].result.facts[0]) {
            print(file, "\n| %s | |\n|---|---|\n", r->rows[i].name);
            for_facts(r->rows[i].result.facts, print_fact, file);
        }
    print(file, "\n```json\n");
    write_json(r, file);
    print(file, "\n```\n");
}
