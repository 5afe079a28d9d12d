/* report.c - rows as tables.  SPDX-License-Identifier: MIT */
#include "report.h"

#include <math.h>
#include <string.h>

enum { SIDES = 3 };

const char *report_order_name(hpyr_order order) {
    static const char *const names[] = {"DEFAULT", "MORTON", "LINE", "MORTON3", "COLUMN"};
    return names[order];
}

const char *report_base_name(hpyr_base base) {
    static const char *const names[] = {"DEFAULT", "SEPARATE", "MERGED"};
    return names[base];
}

const char *report_count_name(hpyr_count_format format) {
    static const char *const names[] = {"DEFAULT", "UINT", "FLOAT", "HALF"};
    return names[format];
}

void report_title(const bench *b, const char *title) {
    fprintf(b->stream, "\n%s\n", title);
}

/* ---- rows ---- */

static bool is_costly(const pyramid_row *r) {
    return strcmp(r->discriminator, "custom") == 0;
}

static bool same_scene(const pyramid_row *a, const pyramid_row *b) {
    return memcmp(a->size, b->size, sizeof a->size) == 0 && a->fill == b->fill && a->desc.clones == b->desc.clones &&
           strcmp(a->discriminator, b->discriminator) == 0;
}

static void print_scene(const bench *b, const pyramid_row *r, uint32_t runs, unsigned stages) {
    fprintf(b->stream, "  %ux%u", (unsigned)r->size[0], (unsigned)r->size[1]);
    if (r->size[2] > 1)
        fprintf(b->stream, "x%u", (unsigned)r->size[2]);
    fprintf(b->stream, ", %g %% active, %s%s: %u keys; ms, medians of %u run%s\n", 100 * r->fill,
            is_costly(r) ? "CUSTOM 5x5" : "THRESHOLD", r->desc.clones > 1 ? ", cloned" : "", (unsigned)r->total,
            (unsigned)runs, runs == 1 ? "" : "s");
    fprintf(b->stream, "    %-8s  %-7s  %-8s  %-7s", "layout", "order", "base", "counts");
    for (stage at = STAGE_BUILD; at < STAGES; at++)
        if (stages & 1u << at)
            fprintf(b->stream, " %9s", stage_names[at]);
    fprintf(b->stream, "  | %8s %9s %6s\n", "list", "MiB", "passes");
}

static void print_ms(FILE *stream, double ms) {
    if (isnan(ms))
        fprintf(stream, " %9s", "-");
    else
        fprintf(stream, " %9.3f", ms);
}

static void print_row(const bench *b, const pyramid_row *r, unsigned stages, bool is_fastest) {
    fprintf(b->stream, "    %-8s  %-7s  %-8s  %-7s", name_of_layout(r->desc.layout), report_order_name(r->desc.order),
            report_base_name(r->desc.base), report_count_name(r->desc.count_format));
    if (r->runs == 0) {
        fprintf(b->stream, " %s\n", r->reason);
        return;
    }
    for (stage at = STAGE_BUILD; at < STAGES; at++)
        if (stages & 1u << at)
            print_ms(b->stream, r->ms[at]);
    fprintf(b->stream, "  |%9.3f %9.2f %6u%s\n", list_ms(r->ms), (double)r->bytes / 1048576, (unsigned)r->passes,
            is_fastest ? "  *" : "");
    if (r->reason[0])
        fprintf(b->stream, "      %s\n", r->reason);
}

/* A reason is told once for a pyramid; it stays in the files. */
static bool was_told(const bench *b, size_t at) {
    const pyramid_row *r = &b->pyramid_rows[at];
    for (size_t i = 0; i < at && r->runs == 0; i++) {
        const pyramid_row *earlier = &b->pyramid_rows[i];
        if (earlier->runs == 0 && earlier->desc.layout == r->desc.layout && strcmp(earlier->reason, r->reason) == 0)
            return true;
    }
    return false;
}

/* Rows [first, end) are of one scene. */
static void print_scene_rows(const bench *b, size_t first, size_t end, unsigned stages) {
    size_t fastest = end;
    uint32_t runs = 0;
    for (size_t i = first; i < end; i++) {
        const pyramid_row *r = &b->pyramid_rows[i];
        runs = r->runs > runs ? r->runs : runs;
        if (r->runs && (fastest == end || list_ms(r->ms) < list_ms(b->pyramid_rows[fastest].ms)))
            fastest = i;
    }
    print_scene(b, &b->pyramid_rows[first], runs, stages);
    for (size_t i = first; i < end; i++)
        if (!was_told(b, i))
            print_row(b, &b->pyramid_rows[i], stages, i == fastest);
}

void report_rows(const bench *b, size_t first, unsigned stages) {
    while (first < b->pyramid_count) {
        size_t end = first + 1;
        while (end < b->pyramid_count && same_scene(&b->pyramid_rows[first], &b->pyramid_rows[end]))
            end++;
        print_scene_rows(b, first, end, stages);
        first = end;
    }
    fflush(b->stream);
}

/* ---- comparisons of rows ---- */

static const pyramid_row *find_separate(const bench *b, size_t first, const pyramid_row *merged) {
    for (size_t i = first; i < b->pyramid_count; i++) {
        const pyramid_row *r = &b->pyramid_rows[i];
        if (same_scene(r, merged) && r->runs && r->desc.layout == merged->desc.layout &&
            r->desc.order == merged->desc.order && r->desc.base == HPYR_BASE_SEPARATE)
            return r;
    }
    return NULL;
}

void report_bases(const bench *b, size_t first) {
    fprintf(b->stream, "  MERGED over SEPARATE: below 1 MERGED pays\n    %-10s  %-8s  %-7s", "", "layout", "order");
    for (stage at = STAGE_BUILD; at < STAGES; at++)
        fprintf(b->stream, " %9s", at == STAGE_TOTAL ? "" : stage_names[at]);
    fprintf(b->stream, "  | %8s %9s\n", "list", "memory");
    for (size_t i = first; i < b->pyramid_count; i++) {
        const pyramid_row *m = &b->pyramid_rows[i];
        const pyramid_row *s = m->desc.base == HPYR_BASE_MERGED && m->runs ? find_separate(b, first, m) : NULL;
        if (!s)
            continue;
        fprintf(b->stream, "    %-10s  %-8s  %-7s", is_costly(m) ? "CUSTOM 5x5" : "THRESHOLD",
                name_of_layout(m->desc.layout), report_order_name(m->desc.order));
        for (stage at = STAGE_BUILD; at < STAGES; at++) {
            double ratio = m->ms[at] / s->ms[at];
            if (at == STAGE_TOTAL || isnan(ratio))
                fprintf(b->stream, " %9s", at == STAGE_TOTAL ? "" : "-");
            else
                fprintf(b->stream, " %9.2f", ratio);
        }
        fprintf(b->stream, "  | %8.2f %9.2f\n", list_ms(m->ms) / list_ms(s->ms), (double)m->bytes / (double)s->bytes);
    }
    fflush(b->stream);
}

void report_stairs(const bench *b) {
    fprintf(b->stream,
            "  Time per cell over that of a power of two; the bound is 1.3\n    %-8s  %-7s  %-8s  %-12s "
            "%8s %8s\n",
            "layout", "order", "base", "cubes", "build", "list");
    for (size_t i = 0; i < b->stair_count; i++) {
        const stair *s = &b->stairs[i];
        const pyramid_row *odd = &b->pyramid_rows[s->row], *even = &b->pyramid_rows[s->beside];
        char cubes[32];
        snprintf(cubes, sizeof cubes, "%u : %u", (unsigned)odd->size[0], (unsigned)even->size[0]);
        fprintf(b->stream, "    %-8s  %-7s  %-8s  %-12s %8.3f %8.3f%s\n", name_of_layout(odd->desc.layout),
                report_order_name(odd->desc.order), report_base_name(odd->desc.base), cubes, s->build, s->list,
                s->list > BENCH_STAIR_BOUND ? "  past the bound" : "");
    }
    fflush(b->stream);
}

/* ---- CPU and pyramids ---- */

void report_contest(const bench *b) {
    const cpu_times *t = &b->contests[b->contest_count - 1];
    double competitor = t->ms[t->fastest][CPU_TOTAL];
    fprintf(b->stream, "  %-44s %10s %10s %10s\n", t->picture, "read/build", "scan/list", "total");
    for (int i = 0; i < CPU_SCANS; i++) {
        fprintf(b->stream, "    read back + scan, %-24s %10.3f %10.3f %10.3f%s\n", cpu_scan_names[i],
                t->ms[i][CPU_READBACK], t->ms[i][CPU_SCAN], t->ms[i][CPU_TOTAL],
                i == t->fastest ? "   the competitor" : "");
    }
    for (size_t i = t->first_row; i < t->first_row + t->row_count; i++) {
        const pyramid_row *r = &b->pyramid_rows[i];
        fprintf(b->stream, "    build + list, %-8s %-19s", name_of_layout(r->desc.layout),
                report_order_name(r->desc.order));
        if (r->runs) {
            fprintf(b->stream, " %10.3f %10.3f %10.3f   %.3f of it\n", r->ms[STAGE_BUILD] + r->ms[STAGE_TOTAL],
                    r->ms[STAGE_BUFFER], list_ms(r->ms), list_ms(r->ms) / competitor);
        } else {
            fprintf(b->stream, " %s\n", r->reason);
        }
    }
    fflush(b->stream);
}

/* ---- the paper's tables ---- */

/* Ziegler et al. 2006, section 9: Quadro FX Go 1400 on PCI Express, Pentium M 2.13 GHz; the AGP figures are of a GeForce 6600 in
 * an Athlon XP 2400. "~" where the paper has it. Of dicer_bil it gives no times. */
typedef struct paper_line {
    int table;
    const char *name, *ms[SIDES];
    hpyr_layout layout; /* of ours that stands below */
} paper_line;

static const paper_line PAPER[] = {
    {2, "AGP fetch", {"560", "142", "36"}, 0},
    {2, "PCIe fetch", {"172", "40", "12"}, 0},
    {2, "CPU traversal", {"25", "25", "24"}, 0},
    {3, "dicer_single", {"~2000", "20", "6"}, HPYR_LAYOUT_SINGLE},
    {3, "dicer_vec4", {"~2000", "20", "6"}, HPYR_LAYOUT_VEC4},
    {3, "dicer_rect", {"30", "10", "2"}, HPYR_LAYOUT_RECT},
    {4, "dicer_single", {"16", "12", "~6"}, HPYR_LAYOUT_SINGLE},
    {4, "dicer_vec4", {"14", "7", "~6"}, HPYR_LAYOUT_VEC4},
    {4, "dicer_rect", {"9", "6", "~2"}, HPYR_LAYOUT_RECT},
};

static const char *paper_ms(int table, hpyr_layout layout, size_t side) {
    for (size_t i = 0; i < sizeof PAPER / sizeof *PAPER; i++)
        if (PAPER[i].table == table && layout && PAPER[i].layout == layout)
            return PAPER[i].ms[side];
    return "-";
}

static void print_cell(FILE *stream, const char *paper, double ours) {
    if (isnan(ours))
        fprintf(stream, " | %7s %9s", paper, "-");
    else
        fprintf(stream, " | %7s %9.3f", paper, ours);
}

static void print_table_2(const bench *b, const cpu_times *contests) {
    fprintf(b->stream, "  Table 2: CPU, whole traversal\n");
    for (size_t i = 0; i < sizeof PAPER / sizeof *PAPER && PAPER[i].table == 2; i++) {
        fprintf(b->stream, "    %-8s  %-16s", "", PAPER[i].name);
        for (size_t side = 0; side < SIDES; side++) {
            const cpu_times *t = &contests[side];
            double ours[] = {NAN, t->ms[t->fastest][CPU_READBACK], t->ms[t->fastest][CPU_SCAN]};
            print_cell(b->stream, PAPER[i].ms[side], ours[i]);
        }
        fprintf(b->stream, "\n");
    }
}

/* Table 3 or 4: one line for every layout. */
static void print_table(const bench *b, const cpu_times *contests, int table, bool of_building) {
    fprintf(b->stream, of_building ? "  Table 3: GPU, HistoPyramid creation (build and total)\n"
                                   : "  Table 4: GPU, point list creation (into a 2D texture)\n");
    for (size_t i = 0; i < contests[0].row_count; i++) {
        const pyramid_row *first = &b->pyramid_rows[contests[0].first_row + i];
        fprintf(b->stream, "    %-8s  %-7s %-8s", name_of_layout(first->desc.layout),
                report_order_name(first->desc.order), report_base_name(first->desc.base));
        for (size_t side = 0; side < SIDES; side++) {
            const pyramid_row *r = &b->pyramid_rows[contests[side].first_row + i];
            double ours = of_building ? r->ms[STAGE_BUILD] + r->ms[STAGE_TOTAL] : r->ms[STAGE_TEXTURE];
            print_cell(b->stream, paper_ms(table, r->desc.layout, side), ours);
        }
        fprintf(b->stream, "%s%s\n", first->runs ? "" : "  ", first->runs ? "" : first->reason);
    }
}

void report_papers(const bench *b) {
    const cpu_times *contests = b->contests;
    while (strcmp(contests->part, "papers") != 0)
        contests++;
    fprintf(b->stream,
            "  paper: Quadro FX Go 1400, PCI Express, Pentium M 2.13 GHz; AGP fetch: GeForce 6600, Athlon XP 2400\n"
            "  ours: %s; the fastest of three scans; ms\n    %26s",
            b->caps->renderer, "");
    for (size_t side = 0; side < SIDES; side++) {
        char size[24];
        snprintf(size, sizeof size, "%ux%u", (unsigned)contests[side].side, (unsigned)contests[side].side);
        fprintf(b->stream, " | %17s", size);
    }
    fprintf(b->stream, "\n    %26s", "");
    for (size_t side = 0; side < SIDES; side++)
        fprintf(b->stream, " | %7s %9s", "paper", "ours");
    fprintf(b->stream, "\n");
    print_table_2(b, contests);
    print_table(b, contests, 3, true);
    print_table(b, contests, 4, false);
    fflush(b->stream);
}
