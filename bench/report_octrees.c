/* report_octrees.c - octrees as a table and as JSON.  SPDX-License-Identifier: MIT */
#include "report.h"

const char *const octree_time_names[OCTREE_TIMES] = {"build", "share", "arrays", "oracle"};

static const char *growth_name(hpyr_octree_growth growth) {
    return growth == HPYR_OCTREE_GROWTH_GRADED ? "GRADED" : "POINTS";
}

static double gpu_ms(const octree_row *r) {
    return r->ms[OCTREE_BUILD] + r->ms[OCTREE_SHARE];
}

static double nodes_per_second(const octree_row *r) {
    return r->nodes / gpu_ms(r) * 1000;
}

void report_octrees(const bench *b) {
    report_title(b, "Octrees: ms, medians; all has build, share and arrays, which is what the oracle does in plain C");
    fprintf(b->stream, "    points on %s\n", b->octree_count ? b->octrees[0].model : "nothing");
    fprintf(b->stream, "    %8s %5s %-6s %8s %9s %9s %9s %9s %9s  | %8s | %8s %6s %8s\n", "points", "depth", "growth",
            "nodes", "first", "build", "share", "arrays", "oracle", "/ oracle", "Mnodes/s", "MiB", "draws");
    for (size_t i = 0; i < b->octree_count; i++) {
        const octree_row *r = &b->octrees[i];
        fprintf(b->stream, "    %8u %5u %-6s %8u %9.1f", (unsigned)r->points, (unsigned)r->depth,
                growth_name(r->growth), (unsigned)r->nodes, r->first_ms);
        for (octree_time at = 0; at < OCTREE_TIMES; at++)
            fprintf(b->stream, " %9.1f", r->ms[at]);
        fprintf(b->stream, "  | %8.2f | %8.2f %6.0f %4u+%u\n",
                (gpu_ms(r) + r->ms[OCTREE_ARRAYS]) / r->ms[OCTREE_ORACLE], nodes_per_second(r) / 1e6,
                (double)r->bytes / 1048576, (unsigned)r->build_draws, (unsigned)r->share_draws);
    }
    fprintf(b->stream,
            "  first: the first build and share, with the compilation of all programs; Mnodes/s: of build and "
            "share\n");
    fflush(b->stream);
}

void report_octrees_json(const bench *b, json *j) {
    json_open(j, "octrees", '[');
    for (size_t i = 0; i < b->octree_count; i++) {
        const octree_row *r = &b->octrees[i];
        json_open(j, NULL, '{');
        json_text(j, "model", r->model);
        json_count(j, "points", r->points);
        json_count(j, "depth", r->depth);
        json_text(j, "growth", growth_name(r->growth));
        json_count(j, "nodes", r->nodes);
        json_count(j, "leaves", r->leaves);
        json_ms(j, "first_ms", r->first_ms);
        json_times(j, "ms", octree_time_names, r->ms, OCTREE_TIMES);
        json_number(j, "nodes_per_second", nodes_per_second(r));
        json_number(j, "megabytes", (double)r->bytes / 1e6);
        json_count(j, "build_draws", r->build_draws);
        json_count(j, "share_draws", r->share_draws);
        json_count(j, "runs", r->runs);
        json_close(j, '}');
    }
    json_close(j, ']');
}
