/* main.c - histopyramid-check: compares every module of the library with the reference, on the GL of this machine.
 * SPDX-License-Identifier: MIT */
#include "isolate.h"
#include "report.h"

#include "common/files/error.h"
#include "common/files/options.h"
#include "common/files/outfile.h"
#include "common/files/system.h"
#include "common/platform/gl.h"
#include "common/platform/headless.h"
#include "common/platform/window.h"

#include <stdlib.h>
#include <string.h>

static const char PROGRAM[] = "histopyramid-check";

typedef struct settings {
    const char *gl, *module, *output;
    double timeout;
    bool list, record;
} settings;

/* -1 to go on, as options_parse. */
static int read_options(settings *s, int argc, char **argv) {
    const char *names[REPORT_ROWS + 1] = {NULL};
    for (size_t i = 0; CHECK_MODULES[i].name; i++)
        names[i] = CHECK_MODULES[i].name;
    const option options[] = {
        {"--gl", "2.1|3.3|es3", "the OpenGL (the first that is there of 3.3, es3 and 2.1)", OPTION_CHOICE, &s->gl, 0, 0,
         NAMES_GL},
        {"--module", "NAME", "only this module", OPTION_CHOICE, &s->module, 0, 0, names},
        {"--list", NULL, "print the names of all modules, and end", OPTION_FLAG, &s->list},
        {"--timeout", "SECONDS", "a module that takes longer is stopped, and wrong (120)", OPTION_NUMBER, &s->timeout,
         0, 0, NULL, NULL, 0.1, 86400},
        {"--output", "FILE|-", "the report (histopyramid-check.md); - is stdout", OPTION_PATH, &s->output},
        {"--record", NULL, "print the result of --module as bytes: how this program calls itself", OPTION_FLAG,
         &s->record}};
    option_table table = {0};
    table.program = PROGRAM;
    table.summary =
        "Compares every module of libhistopyramid with a plain C reference, on the OpenGL of this machine, and writes\n"
        "a report. Takes about a minute.";
    table.notes =
        "Each module is checked in a process of its own, on small and odd sizes. A module that crashes or hangs is\n"
        "named, and the others go on. What this OpenGL cannot do is no fault. The report holds what the driver says\n"
        "of itself, results and times, and nothing else. Exit status: 1 if something is wrong, 2 if the command line "
        "is.";
    table.options = options;
    table.option_count = sizeof options / sizeof *options;
    return options_parse(&table, argc, argv);
}

/* ---- one module, in this process ---- */

typedef struct display {
    headless *headless;
    window *window;
    int gl;
} display;

static bool is_software(void) {
    return check_is_software((const char *)glGetString(GL_RENDERER));
}

/* Without a window; with a hidden one where there is no EGL, or where only the window system has the GPU. A thread cannot have
 * contexts of both at a time, so one is closed before the other is tried. */
static bool open_gl(display *d, int gl) {
    d->gl = gl;
    d->headless = headless_open(gl);
    if (d->headless && !is_software())
        return true;
    bool has_other = d->headless;
    headless_close(d->headless);
    d->headless = NULL;
    char why[ERROR_SIZE];
    snprintf(why, sizeof why, "%s", error_text());
    d->window = window_open("", gl, 0, 0);
    if (d->window && has_other && is_software()) {
        window_close(d->window);
        d->window = NULL;
    }
    if (has_other && !d->window)
        d->headless = headless_open(gl);
    return d->headless || d->window || error_set("%s", why);
}

static bool open_display(display *d, const char *name) {
    if (name)
        return open_gl(d, gl_of_name(name));
    if (open_gl(d, 33))
        return true;
    char why[ERROR_SIZE];
    snprintf(why, sizeof why, "%s", error_text());
    return open_gl(d, GL_ES3) || open_gl(d, 21) || error_set("%s", why);
}

static void print_record(const check_result *result) {
    fwrite(result, sizeof *result, 1, stdout);
    fflush(stdout);
}

static void tell_part(const char *part) {
    check_result running = {.status = CHECK_RUNNING};
    snprintf(running.detail, sizeof running.detail, "%s", part);
    print_record(&running);
}

static void run_here(const settings *s, const char *module, check_result *result) {
    display d = {0};
    memset(result, 0, sizeof *result);
    if (open_display(&d, s->gl)) {
        check_run(check_find(module), d.gl == 21, s->record ? tell_part : NULL, result);
    } else {
        snprintf(result->detail, sizeof result->detail, "%s", error_text());
        result->status = CHECK_NO_GL;
    }
    headless_close(d.headless);
    window_close(d.window);
}

/* ---- all modules ---- */

static void run_module(const settings *s, const char *program, const char *module, check_result *result) {
    const char *const arguments[] = {program, "--record", "--module", module, s->gl ? "--gl" : NULL, s->gl, NULL};
    isolate_run(arguments, s->timeout, result);
}

/* Where the table goes. */
static FILE *stream_of(const settings *s) {
    return strcmp(s->output, "-") == 0 ? stderr : stdout;
}

/* False with one line in `error` where there is no OpenGL to be checked. */
static bool run_all(const settings *s, const char *program, report *r) {
    FILE *stream = stream_of(s);
    for (const check_module *m = CHECK_MODULES; m->name; m++) {
        report_row *row = &r->rows[r->count];
        if (s->module && strcmp(s->module, m->name) != 0)
            continue;
        row->name = m->name;
        run_module(s, program, m->name, &row->result);
        if (r->count == 0 && row->result.status == CHECK_NO_GL)
            return error_set("%s", row->result.detail);
        if (r->count++ == 0)
            fprintf(stream, "%-16s %-14s %7s\n", "module", "result", "seconds");
        fprintf(stream, "%-16s %-14s %7.2f  %s\n", row->name, report_word(row->result.status), row->result.seconds,
                row->result.detail);
        fflush(stream);
    }
    return true;
}

static bool save(const settings *s, const report *r) {
    outfile *file = outfile_open(s->output);
    if (file)
        report_write(r, file);
    return file && outfile_close(file, true);
}

int main(int argc, char **argv) {
    static report r;
    settings s = {.output = "histopyramid-check.md", .timeout = 120};
    char line[REPORT_LINE];
    system_begin(false);
    int status = read_options(&s, argc, argv);
    if (status >= 0)
        return status;
    if (s.record && !s.module)
        return fprintf(stderr, "%s: --record: of one --module only\n", PROGRAM), 2;
    if (s.record) {
        static check_result result;
        system_end_with_parent(); /* this module may hang when its program is gone */
        run_here(&s, s.module, &result);
        print_record(&result);
        return 0;
    }
    for (size_t i = 0; s.list && CHECK_MODULES[i].name; i++)
        printf("%s\n", CHECK_MODULES[i].name);
    if (s.list)
        return outfile_flush(stdout) ? 0 : 1;
    system_survive_writes();
    if (!outfile_try(s.output) || !run_all(&s, argv[0], &r))
        return fprintf(stderr, "%s: %s\n", PROGRAM, error_text()), 1;
    bool ok = report_verdict(&r, line), saved = save(&s, &r);
    fprintf(stream_of(&s), "%s: %s\n", PROGRAM, line);
    if (!saved || !outfile_flush(stream_of(&s)))
        return fprintf(stderr, "%s: %s\n", PROGRAM, error_text()), 1;
    return ok ? 0 : 1;
}
