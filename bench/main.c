/* main.c - histopyramid-bench: what the pyramid costs, every timed list compared with the oracle's first.
 * SPDX-License-Identifier: MIT */
#include "bench.h"

#include "common/gl.h"
#include "common/headless.h"
#include "common/options.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    const char *json;
    uint32_t repeat, largest;
    bool headless;
} settings;

static void remember(hpyr_log_level level, const char *message, void *user) {
    bench *b = user;
    if (level == HPYR_LOG_ERROR) {
        error_set(b->logged, sizeof b->logged, "%s", message);
    }
}

static int read_options(settings *s, int argc, char **argv) {
    const option options[] = {
        {"--repeat", "N", "runs a figure is the median of (9)", OPTION_COUNT, &s->repeat, 1, BENCH_MAX_REPEAT, NULL},
        {"--largest", "SIDE", "largest image of the first table: 1024, 2048, 4096 (2048)", OPTION_COUNT, &s->largest,
         1024, 4096, NULL},
        {"--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &s->json, 0, 0, NULL},
        {"--headless", NULL, "no window; there never is one", OPTION_FLAG, &s->headless, 0, 0, NULL}};
    option_table table = {0};
    table.program = "histopyramid-bench";
    table.summary =
        "Times the layouts on random images, and the point list of a large image beside reading it back and\n"
        "scanning it on the CPU. Every timed list is compared with the oracle's first.";
    table.options = options;
    table.option_count = sizeof options / sizeof options[0];
    return options_parse(&table, argc, argv);
}

static bool run_all(bench *b, uint32_t largest) {
    const hpyr_caps *caps = hpyr_context_caps(b->context);
    image_list_ratios ratios;
    json *j = &b->json;
    bool with_json = j->file != NULL;
    fprintf(b->stream, "%s, OpenGL %s, medians of %u runs, wall clock\n", caps->renderer, caps->version,
            (unsigned)b->repeat);
    if (with_json) {
        json_open(j, NULL, '{');
        json_text(j, "renderer", caps->renderer);
        json_count(j, "repeat", b->repeat);
        json_open(j, "runs", '[');
    }
    bool ok = bench_layouts(b, largest);
    if (with_json) {
        json_close(j, ']');
        json_open(j, "image_lists", '[');
    }
    ok = ok && bench_image_list(b, &ratios);
    if (with_json && ok) {
        json_close(j, ']');
        json_open(j, "ratios", '{');
        json_number(j, "image_list_4096", ratios.line);
        json_number(j, "image_list_4096_morton", ratios.morton);
        json_close(j, '}');
        json_close(j, '}');
        outfile_write(j->file, "\n", 1);
    }
    return ok;
}

static bool flush(bench *b) {
    return (fflush(b->stream) == 0 && !ferror(b->stream)) ||
           error_set(b->error, sizeof b->error, "the tables cannot be written: %s", strerror(errno));
}

static bool open_json(bench *b, const char *path) {
    b->stream = path && strcmp(path, "-") == 0 ? stderr : stdout;
    if (path) {
        b->json.file = outfile_open(path, b->error, sizeof b->error);
    }
    return !path || b->json.file;
}

int main(int argc, char **argv) {
    settings s = {NULL, 9, 2048, false};
    int status = read_options(&s, argc, argv);
    if (status >= 0) {
        return status;
    }
    /* A full disk or a closed pipe shall be a failed write, which cleans up, and not the end of the process. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    bench b;
    memset(&b, 0, sizeof b);
    b.repeat = s.repeat;
    hpyr_context_desc desc = {0};
    desc.log = remember;
    desc.log_user = &b;
    headless *gl = headless_open(3, 3, b.error, sizeof b.error);
    bool ok = gl && gl_load(3, 3, b.error, sizeof b.error) &&
              bench_check(&b, hpyr_context_create(&desc, &b.context), "preparing OpenGL") &&
              bench_check(&b, hpyr_discriminator_create(b.context, NULL, &b.discriminator), "the discriminator") &&
              open_json(&b, s.json) && run_all(&b, s.largest) && flush(&b);
    if (b.json.file) {
        ok = outfile_close(b.json.file, ok, b.error, sizeof b.error) && ok;
    }
    if (!ok) {
        fprintf(stderr, "histopyramid-bench: %s\n", b.error);
    }
    hpyr_discriminator_destroy(b.discriminator);
    hpyr_context_destroy(b.context);
    headless_close(gl);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
