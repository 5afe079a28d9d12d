/* report_flows.c - seeds of flows as a table and as JSON.  SPDX-License-Identifier: MIT */
#include "report.h"

const char *const flow_time_names[FLOW_TIMES] = {"build", "count", "buffer", "readback", "loop"};

static const char *kind_name(hpyr_flow_kind kind) {
    return kind == HPYR_FLOW_KIND_CRITICAL ? "critical" : kind == HPYR_FLOW_KIND_VORTICITY ? "vorticity" : "band";
}

static double ours(const flow_row *r) {
    return r->ms[FLOW_BUILD] + r->ms[FLOW_COUNT] + r->ms[FLOW_BUFFER];
}

static double theirs(const flow_row *r) {
    return r->ms[FLOW_READBACK] + r->ms[FLOW_LOOP];
}

void report_flows(const bench *b) {
    report_title(b, "Seeds of the ABC flow: ms, medians; all has build, count and buffer, the CPU readback and loop");
    fprintf(b->stream, "    %-9s %7s %8s %9s %9s %9s %9s %9s %9s  | %7s | %6s %5s\n", "", "samples", "seeds", "first",
            "build", "count", "buffer", "readback", "loop", "all/CPU", "MiB", "draws");
    for (size_t i = 0; i < b->flow_count; i++) {
        const flow_row *r = &b->flows[i];
        fprintf(b->stream, "    %-9s %5u^3 %8u %9.1f", kind_name(r->kind), (unsigned)r->side, (unsigned)r->seeds,
                r->first_ms);
        for (int at = 0; at < FLOW_TIMES; at++)
            fprintf(b->stream, " %9.2f", r->ms[at]);
        fprintf(b->stream, "  | %7.2f | %6.1f %5u\n", ours(r) / theirs(r), (double)r->bytes / 1048576,
                (unsigned)r->draws);
    }
    fprintf(b->stream, "  first: the first build, count and buffer, with the compilation of all programs\n");
    fflush(b->stream);
}

void report_flows_json(const bench *b, json *j) {
    json_open(j, "flows", '[');
    for (size_t i = 0; i < b->flow_count; i++) {
        const flow_row *r = &b->flows[i];
        json_open(j, NULL, '{');
        json_text(j, "kind", kind_name(r->kind));
        json_count(j, "side", r->side);
        json_count(j, "seeds", r->seeds);
        json_ms(j, "first_ms", r->first_ms);
        json_times(j, "ms", flow_time_names, r->ms, FLOW_TIMES);
        json_number(j, "megabytes", (double)r->bytes / 1e6);
        json_count(j, "draws", r->draws);
        json_count(j, "runs", r->runs);
        json_close(j, '}');
    }
    json_close(j, ']');
}
