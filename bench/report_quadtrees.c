/* report_quadtrees.c - quadtrees as a table and as JSON.  SPDX-License-Identifier: MIT */
#include "report.h"

const char *const quadtree_time_names[QUADTREE_TIMES] = {"build", "list", "readback", "cpu"};

static double ratio(const quadtree_row *r) {
    return (r->ms[QUADTREE_BUILD] + r->ms[QUADTREE_LIST]) / (r->ms[QUADTREE_READBACK] + r->ms[QUADTREE_CPU]);
}

void report_quadtrees(const bench *b) {
    report_title(b, "Quadtrees of RGBA8 images, tolerance 16/255: ms, medians; cpu is a loop in C after the read-back");
    fprintf(b->stream, "    %-6s %6s %9s %9s %9s %9s %9s %9s  | %8s | %6s %5s\n", "image", "side", "leaves", "first",
            "build", "list", "readback", "cpu", "/ CPU", "MiB", "draws");
    for (size_t i = 0; i < b->quadtree_count; i++) {
        const quadtree_row *r = &b->quadtrees[i];
        fprintf(b->stream, "    %-6s %6u %9u %9.1f", r->picture, (unsigned)r->side, (unsigned)r->leaves, r->first_ms);
        for (quadtree_time at = 0; at < QUADTREE_TIMES; at++)
            fprintf(b->stream, " %9.2f", r->ms[at]);
        fprintf(b->stream, "  | %8.2f | %6.1f %5u\n", ratio(r), (double)r->bytes / 1048576, (unsigned)r->build_draws);
    }
    fprintf(b->stream,
            "  first: the first build and list, with the compilation of all programs; list: into a buffer; / CPU: "
            "build and list over\n  read-back and cpu; draws: of a build\n");
    fflush(b->stream);
}

void report_quadtrees_json(const bench *b, json *j) {
    json_open(j, "quadtrees", '[');
    for (size_t i = 0; i < b->quadtree_count; i++) {
        const quadtree_row *r = &b->quadtrees[i];
        json_open(j, NULL, '{');
        json_text(j, "image", r->picture);
        json_count(j, "side", r->side);
        json_count(j, "leaves", r->leaves);
        json_ms(j, "first_ms", r->first_ms);
        json_times(j, "ms", quadtree_time_names, r->ms, QUADTREE_TIMES);
        json_number(j, "ratio", ratio(r));
        json_number(j, "megabytes", (double)r->bytes / 1e6);
        json_count(j, "build_draws", r->build_draws);
        json_count(j, "runs", r->runs);
        json_close(j, '}');
    }
    json_close(j, ']');
}
