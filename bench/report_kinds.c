/* report_kinds.c - kinds of discriminators as a table and as JSON.  SPDX-License-Identifier: MIT */
#include "report.h"

const char *const kind_time_names[KIND_TIMES] = {"build", "list", "readback", "plain_c"};

void report_kinds(const bench *b) {
    report_title(b, "Kinds of discriminators: ms, medians; plain C beside them has one thread");
    fprintf(b->stream, "    %-20s %9s %9s %9s %9s %9s %9s  | %14s %15s\n", "kind", "cells", "active", "build", "list",
            "readback", "plain C", "/ plain C", "/ with readback");
    for (size_t i = 0; i < b->kind_count; i++) {
        const kind_row *r = &b->kinds[i];
        double ours = r->ms[KIND_BUILD] + r->ms[KIND_LIST];
        fprintf(b->stream, "    %-20s %9u %9u", r->name, (unsigned)(r->side * r->side), (unsigned)r->total);
        for (kind_time at = 0; at < KIND_TIMES; at++)
            fprintf(b->stream, " %9.2f", r->ms[at]);
        fprintf(b->stream, "  | %14.2f %15.2f\n", ours / r->ms[KIND_PLAIN_C],
                ours / (r->ms[KIND_PLAIN_C] + r->ms[KIND_READ_BACK]));
    }
    fprintf(b->stream, "  build: with the total; list: into a buffer; the ratios are of both together\n");
    fflush(b->stream);
}

void report_kinds_json(const bench *b, json *j) {
    json_open(j, "kinds", '[');
    for (size_t i = 0; i < b->kind_count; i++) {
        const kind_row *r = &b->kinds[i];
        json_open(j, NULL, '{');
        json_text(j, "kind", r->name);
        json_count(j, "side", r->side);
        json_count(j, "total", r->total);
        json_times(j, "ms", kind_time_names, r->ms, KIND_TIMES);
        json_count(j, "runs", r->runs);
        json_close(j, '}');
    }
    json_close(j, ']');
}
