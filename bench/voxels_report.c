/* voxels_report.c - comparisons as tables and as JSON.  SPDX-License-Identifier: MIT */
#include "voxels.h"

#include <math.h>
#include <string.h>

static const char *const PIPE_NAMES[PIPE_STAGES] = {"voxelize", "build", "extract", "total"};
static const char *const LOOP_NAMES[LOOP_STAGES] = {"readback", "scan", "total"};

static void print_number(FILE *stream, double value, int width, int decimals) {
    if (isnan(value))
        fprintf(stream, " %*s", width, "-");
    else
        fprintf(stream, " %*.*f", width, decimals, value);
}

static double cells_of(const comparison *c) {
    return (double)c->grid[0] * c->grid[1] * c->grid[2];
}

static bool is_empty(const comparison *c) {
    return c->slices_bytes == 0 && c->bits_bytes == 0;
}

static void print_subject(FILE *stream, const comparison *c) {
    char grid[40];
    snprintf(grid, sizeof grid, "%ux%ux%u", (unsigned)c->grid[0], (unsigned)c->grid[1], (unsigned)c->grid[2]);
    fprintf(stream, "  %-14s %9u", grid, (unsigned)c->triangles);
}

static void print_times(FILE *stream, const comparison *c) {
    char runs[16];
    snprintf(runs, sizeof runs, "%u%s", (unsigned)c->runs, c->cold ? "*" : " ");
    print_subject(stream, c);
    if (is_empty(c))
        fprintf(stream, " %8s", "-");
    else
        fprintf(stream, " %8u", (unsigned)c->points);
    fprintf(stream, " %5s |", runs);
    for (int i = 0; i < PIPE_STAGES; i++)
        print_number(stream, c->ms.slices[i], 8, 2);
    fprintf(stream, " |");
    for (int i = 0; i < PIPE_STAGES; i++)
        print_number(stream, c->ms.bits[i], 8, 2);
    fprintf(stream, " |");
    for (int i = 0; i < LOOP_STAGES; i++)
        print_number(stream, c->ms.cpu[i], 8, 2);
    fprintf(stream, " |");
    print_number(stream, c->ms.copy, 6, 2);
    fprintf(stream, "\n");
}

static void print_rates(FILE *stream, const comparison *c) {
    const double slices_ms = c->ms.slices[PIPE_TOTAL], bits_ms = c->ms.bits[PIPE_TOTAL], cpu_ms = c->ms.cpu[LOOP_TOTAL];
    print_subject(stream, c);
    fprintf(stream, " |");
    print_number(stream, comparison_vs_slices(c), 9, 4);
    print_number(stream, comparison_vs_cpu(c), 9, 4);
    print_number(stream, comparison_vs_copy(c), 9, 4);
    fprintf(stream, " |");
    print_number(stream, cells_of(c) / slices_ms / 1e3, 8, 0);
    print_number(stream, cells_of(c) / bits_ms / 1e3, 8, 0);
    print_number(stream, cells_of(c) / cpu_ms / 1e3, 8, 0);
    fprintf(stream, " |");
    print_number(stream, c->points / slices_ms, 8, 0);
    print_number(stream, c->points / bits_ms, 8, 0);
    print_number(stream, c->points / cpu_ms, 8, 0);
    fprintf(stream, " |");
    print_number(stream, c->slices_bytes ? (double)c->slices_bytes / 1048576 : NAN, 8, 2);
    print_number(stream, c->bits_bytes ? (double)c->bits_bytes / 1048576 : NAN, 8, 2);
    fprintf(stream, "\n");
}

static void print_notes(FILE *stream, const comparison *rows, size_t count) {
    const char *said = "";
    bool cold = false;
    for (size_t i = 0; i < count; i++) {
        const comparison *c = &rows[i];
        if (c->reason[0] && strcmp(c->reason, said) != 0) {
            fprintf(stream, "  - in %ux%ux%u: %s\n", (unsigned)c->grid[0], (unsigned)c->grid[1], (unsigned)c->grid[2],
                    c->reason);
        }
        if (c->slices_bytes == 0 && c->bits_bytes != 0)
            fprintf(stream, "    The list of bits was compared with the volume's bits there, not with slices.\n");
        said = c->reason;
        cold = cold || c->cold;
    }
    if (cold)
        fprintf(stream, "  * one run, not warmed up: the slices take many seconds\n");
}

void comparison_print(FILE *stream, const char *title, const comparison *rows, size_t count) {
    fprintf(stream, "\n%s\n  %-14s %9s %8s %5s |%36s |%36s |%27s |%7s\n", title, "", "", "", "", "slices + SINGLE, ms",
            "bits + BITS, ms", "slices, CPU, ms", "memcpy");
    fprintf(stream, "  %-14s %9s %8s %5s |", "grid", "triangles", "points", "runs");
    for (int way = 0; way < 2; way++) {
        for (int i = 0; i < PIPE_STAGES; i++)
            fprintf(stream, " %8s", PIPE_NAMES[i]);
        fprintf(stream, " |");
    }
    for (int i = 0; i < LOOP_STAGES; i++)
        fprintf(stream, " %8s", LOOP_NAMES[i]);
    fprintf(stream, " | %6s\n", "64 MB");
    for (size_t i = 0; i < count; i++)
        print_times(stream, &rows[i]);
    fprintf(stream, "\n  %-14s %9s |%30s |%27s |%27s |%18s\n", "", "", "bits + BITS over", "million cells/s",
            "thousand points/s", "GL memory, MiB");
    fprintf(stream, "  %-14s %9s |%10s%10s%10s |", "grid", "triangles", "slices", "CPU", "memcpy");
    fprintf(stream, "%9s%9s%9s |%9s%9s%9s |%9s%9s\n", "slices", "bits", "CPU", "slices", "bits", "CPU", "slices",
            "bits");
    for (size_t i = 0; i < count; i++)
        print_rates(stream, &rows[i]);
    print_notes(stream, rows, count);
}

static void put_times(json *j, const char *key, const char *const *names, const double *ms, int count) {
    if (isnan(ms[count - 1]))
        json_null(j, key);
    else
        json_times(j, key, names, ms, count);
}

static void put_bytes(json *j, const char *key, uint64_t bytes) {
    if (bytes)
        json_count(j, key, bytes);
    else
        json_null(j, key);
}

static void put_rates(json *j, const char *key, const comparison *c, double amount) {
    json_open(j, key, '{');
    json_number(j, "slices_single", amount * 1e3 / c->ms.slices[PIPE_TOTAL]);
    json_number(j, "bits", amount * 1e3 / c->ms.bits[PIPE_TOTAL]);
    json_number(j, "cpu", amount * 1e3 / c->ms.cpu[LOOP_TOTAL]);
    json_close(j, '}');
}

void comparison_json(json *j, const comparison *c) {
    json_open(j, NULL, '{');
    json_counts(j, "grid", c->grid, 3);
    json_count(j, "triangles", c->triangles);
    if (is_empty(c))
        json_null(j, "points");
    else
        json_count(j, "points", c->points);
    json_count(j, "runs", c->runs);
    put_times(j, "slices_single_ms", PIPE_NAMES, c->ms.slices, PIPE_STAGES);
    put_times(j, "bits_ms", PIPE_NAMES, c->ms.bits, PIPE_STAGES);
    put_times(j, "cpu_ms", LOOP_NAMES, c->ms.cpu, LOOP_STAGES);
    json_ms(j, "memcpy_ms", c->ms.copy);
    put_rates(j, "cells_per_second", c, cells_of(c));
    put_rates(j, "points_per_second", c, c->points);
    json_open(j, "bytes", '{');
    put_bytes(j, "slices_single", c->slices_bytes);
    put_bytes(j, "bits", c->bits_bytes);
    json_close(j, '}');
    json_text(j, "reason", c->reason[0] ? c->reason : NULL);
    json_close(j, '}');
}
