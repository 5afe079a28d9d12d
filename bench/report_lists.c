/* report_lists.c - list operations as tables and as JSON.  SPDX-License-Identifier: MIT */
#include "report.h"

#include <math.h>
#include <string.h>

static void print_figure(const bench *b, int width, int decimals, double figure) {
    if (isnan(figure))
        fprintf(b->stream, " %*s", width, "-");
    else
        fprintf(b->stream, " %*.*f", width, decimals, figure);
}

static void print_count(const bench *b, int width, uint32_t count) {
    if (count)
        fprintf(b->stream, " %*u", width, (unsigned)count);
    else
        fprintf(b->stream, " %*s", width, "-");
}

void report_sorts(const bench *b, size_t first) {
    static const list_time COLUMNS[] = {LIST_GPU,   LIST_QSORT,   LIST_STD_SORT,      LIST_STD_STABLE_SORT,
                                        LIST_RADIX, LIST_BITONIC, LIST_BITONIC_STEPS, LIST_READBACK};
    report_title(b, "Sort: ms, medians; by steps is a bitonic sort with a draw for each step; readback is the CPU's "
                    "radix sort of a "
                    "list that is read back and written again");
    fprintf(b->stream, "    %9s %-8s %4s %-5s %9s %9s %9s %9s %9s %9s %9s %9s  | %10s %12s | %5s %8s %8s\n", "entries",
            "keys", "bits", "", "ours", "qsort", "std::sort", "stable", "radix", "bitonic", "by steps", "readback",
            "ours/qsort", "ours/bitonic", "draws", "bitonic", "B/entry");
    for (size_t i = first; i < b->list_count; i++) {
        const list_row *r = &b->lists[i];
        fprintf(b->stream, "    %9u %-8s %4u %-5s", (unsigned)r->count, r->keys, (unsigned)r->bits,
                r->pairs ? "pairs" : "keys");
        for (size_t k = 0; k < sizeof COLUMNS / sizeof *COLUMNS; k++)
            print_figure(b, 9, 3, r->ms[COLUMNS[k]]);
        fprintf(b->stream, "  |");
        print_figure(b, 10, 2, r->ms[LIST_GPU] / r->ms[LIST_QSORT]);
        print_figure(b, 12, 2, r->ms[LIST_GPU] / r->ms[LIST_BITONIC]);
        fprintf(b->stream, " |");
        print_count(b, 5, r->draws);
        print_count(b, 8, r->bitonic_draws);
        print_figure(b, 8, 0, r->bitonic_draws ? r->bitonic_bytes : NAN);
        fprintf(b->stream, "\n");
    }
    fprintf(b->stream,
            "  draws: ours and the bitonic sort's; B/entry: what the bitonic sort reads and writes. A GPU takes "
            "draws x 5 us + bytes / bandwidth\n");
    fflush(b->stream);
}

void report_lists(const bench *b, size_t first) {
    report_title(
        b, "Other list operations: ms, medians; readback is the loop on a list that is read back and written again");
    fprintf(b->stream, "    %-10s %9s %9s %9s %9s %9s  | %9s %11s | %5s\n", "", "entries", "ours", "loop", "memcpy",
            "readback", "ours/loop", "ours/memcpy", "draws");
    for (size_t i = first; i < b->list_count; i++) {
        const list_row *r = &b->lists[i];
        fprintf(b->stream, "    %-10s %9u", r->what, (unsigned)r->count);
        print_figure(b, 9, 3, r->ms[LIST_GPU]);
        print_figure(b, 9, 3, r->ms[LIST_LOOP]);
        print_figure(b, 9, 3, r->ms[LIST_MEMCPY]);
        print_figure(b, 9, 3, r->ms[LIST_READBACK]);
        fprintf(b->stream, "  |");
        print_figure(b, 9, 2, r->ms[LIST_GPU] / r->ms[LIST_LOOP]);
        print_figure(b, 11, 2, r->ms[LIST_GPU] / r->ms[LIST_MEMCPY]);
        fprintf(b->stream, " |");
        print_count(b, 5, r->draws);
        fprintf(b->stream, "\n");
    }
    fflush(b->stream);
}

static void put_draws(json *j, const char *key, uint32_t draws) {
    if (draws)
        json_count(j, key, draws);
    else
        json_null(j, key);
}

/* What the operation is not measured beside has no member; what could not be measured is null. */
void report_lists_json(const bench *b, json *j) {
    json_open(j, "lists", '[');
    for (size_t i = 0; i < b->list_count; i++) {
        const list_row *r = &b->lists[i];
        bool sorts = strcmp(r->what, "sort") == 0;
        if (r->side)
            continue;
        json_open(j, NULL, '{');
        json_text(j, "what", r->what);
        json_count(j, "count", r->count);
        if (sorts) {
            json_text(j, "keys", r->keys);
            json_count(j, "bits", r->bits);
            json_truth(j, "pairs", r->pairs);
        }
        json_ms(j, list_time_names[LIST_GPU], r->ms[LIST_GPU]);
        for (list_time at = LIST_QSORT; at < LIST_READBACK; at++)
            if (sorts == (at <= LIST_BITONIC_STEPS))
                json_ms(j, list_time_names[at], r->ms[at]);
        json_ms(j, list_time_names[LIST_READBACK], r->ms[LIST_READBACK]);
        json_count(j, "runs", r->runs);
        put_draws(j, "draws", r->draws);
        if (sorts) {
            put_draws(j, "bitonic_draws", r->bitonic_draws);
            json_number(j, "bitonic_bytes", r->bitonic_draws ? r->bitonic_bytes : NAN);
        }
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* ---- sparse matrices ---- */

static const list_time SPARSE_TIMES[] = {LIST_GPU, LIST_READBACK, LIST_STRIPS, LIST_LOOP, LIST_EIGEN};
enum { SPARSE_TIME_COUNT = sizeof SPARSE_TIMES / sizeof *SPARSE_TIMES };

void report_sparse(const bench *b, size_t first) {
    report_title(b,
                 "Sparse matrices: ms, medians; readback and strips read the texture back and list its entries in C; "
                 "loop has the matrix in CPU memory");
    fprintf(b->stream, "    %-10s %6s %7s %9s %9s %9s %9s %9s %9s  | %13s %11s | %5s\n", "", "side", "fill %",
            "entries", "ours", "readback", "strips", "loop", "Eigen", "ours/readback", "ours/strips", "draws");
    for (size_t i = first; i < b->list_count; i++) {
        const list_row *r = &b->lists[i];
        fprintf(b->stream, "    %-10s %6u %7.1f %9u", r->what, (unsigned)r->side, 100 * r->fill, (unsigned)r->count);
        for (size_t k = 0; k < SPARSE_TIME_COUNT; k++)
            print_figure(b, 9, 3, r->ms[SPARSE_TIMES[k]]);
        fprintf(b->stream, "  |");
        print_figure(b, 13, 2, r->ms[LIST_GPU] / r->ms[LIST_READBACK]);
        print_figure(b, 11, 2, r->ms[LIST_GPU] / r->ms[LIST_STRIPS]);
        fprintf(b->stream, " |");
        print_count(b, 5, r->draws);
        fprintf(b->stream, "\n");
    }
    fflush(b->stream);
}

void report_sparse_json(const bench *b, json *j) {
    json_open(j, "sparse", '[');
    for (size_t i = 0; i < b->list_count; i++) {
        const list_row *r = &b->lists[i];
        if (!r->side)
            continue;
        json_open(j, NULL, '{');
        json_text(j, "what", r->what);
        json_count(j, "side", r->side);
        json_number(j, "fill", r->fill);
        json_count(j, "entries", r->count);
        for (size_t k = 0; k < SPARSE_TIME_COUNT; k++)
            json_ms(j, list_time_names[SPARSE_TIMES[k]], r->ms[SPARSE_TIMES[k]]);
        json_count(j, "runs", r->runs);
        put_draws(j, "draws", r->draws);
        json_close(j, '}');
    }
    json_close(j, ']');
}
