/* report_poisson.c - surfaces of points as a table and as JSON.  SPDX-License-Identifier: MIT */
#include "report.h"

#include <math.h>

const char *const poisson_time_names[POISSON_TIMES] = {"octree", "solve", "surface", "extract", "total", "peer"};

static double nodes_per_second(const poisson_row *r) {
    return r->nodes / r->ms[POISSON_TOTAL] * 1000;
}

static void put_time(const bench *b, double ms) {
    if (isnan(ms))
        fprintf(b->stream, " %9s", "-");
    else
        fprintf(b->stream, " %9.1f", ms);
}

static void put_row(const bench *b, const poisson_row *r) {
    fprintf(b->stream, "    %8u %5u %8u %9u %9.1f", (unsigned)r->points, (unsigned)r->depth, (unsigned)r->nodes,
            (unsigned)r->counts.triangles, r->first_ms);
    for (poisson_time at = 0; at < POISSON_TIMES; at++)
        put_time(b, r->ms[at]);
    fprintf(b->stream, "  | %8.2f %6.0f %5u %10u %8.1e | %5u ", nodes_per_second(r) / 1e6, (double)r->bytes / 1e6,
            (unsigned)r->draws, (unsigned)r->iterations, r->residual, (unsigned)r->parts);
    if (r->mesh_volume > 0)
        fprintf(b->stream, "%+7.2f%%\n", (r->volume / r->mesh_volume - 1) * 100);
    else
        fprintf(b->stream, "%8s\n", "-");
}

void report_poisson(const bench *b) {
    report_title(b, "Surfaces of points: ms, medians; total has solve, surface and extract, and solve has an octree");
    fprintf(b->stream, "    points on %s\n", b->poisson_count ? b->poissons[0].model : "nothing");
    fprintf(b->stream, "    %8s %5s %8s %9s %9s", "points", "depth", "nodes", "triangles", "first");
    for (poisson_time at = 0; at < POISSON_TIMES; at++)
        fprintf(b->stream, " %9s", poisson_time_names[at]);
    fprintf(b->stream, "  | %8s %6s %5s %10s %8s | %5s %8s\n", "Mnodes/s", "MB", "draws", "iterations", "residual",
            "parts", "volume");
    for (size_t i = 0; i < b->poisson_count; i++)
        put_row(b, &b->poissons[i]);
    fprintf(b->stream,
            "  first: with the compilation of all programs; residual: the largest of a depth; volume: beside the "
            "mesh's, if that is closed;\n  draws: with those of the octree alone\n");
    if (b->peer)
        fprintf(b->stream, "  peer: %s on all processors, unscreened, with its start, reading and writing\n", b->peer);
    fflush(b->stream);
}

static void put_json_row(json *j, const poisson_row *r) {
    json_open(j, NULL, '{');
    json_text(j, "model", r->model);
    json_count(j, "points", r->points);
    json_count(j, "depth", r->depth);
    json_count(j, "nodes", r->nodes);
    json_count(j, "cells", r->counts.active_cells);
    json_count(j, "vertices", r->counts.crossed_edges);
    json_count(j, "triangles", r->counts.triangles);
    json_ms(j, "first_ms", r->first_ms);
    json_times(j, "ms", poisson_time_names, r->ms, POISSON_TIMES);
    json_number(j, "nodes_per_second", nodes_per_second(r));
    json_number(j, "megabytes", (double)r->bytes / 1e6);
    json_count(j, "draws", r->draws);
    json_count(j, "iterations", r->iterations);
    json_number(j, "residual", r->residual);
    json_count(j, "parts", r->parts);
    json_number(j, "volume", r->volume);
    json_number(j, "mesh_volume", r->mesh_volume > 0 ? r->mesh_volume : NAN);
    json_count(j, "runs", r->runs);
    json_close(j, '}');
}

void report_poisson_json(const bench *b, json *j) {
    json_open(j, "poisson", '[');
    for (size_t i = 0; i < b->poisson_count; i++)
        put_json_row(j, &b->poissons[i]);
    json_close(j, ']');
}
