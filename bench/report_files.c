/* report_files.c - everything measured, as JSON and as CSV.  SPDX-License-Identifier: MIT */
#include "report.h"

#include "parts.h"

#include "common/platform/gl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- JSON ---- */

static void put_times(json *j, const char *key, const double ms[STAGES]) {
    bool any = false;
    for (stage at = STAGE_BUILD; at < STAGES; at++)
        any = any || !isnan(ms[at]);
    if (!any) {
        json_null(j, key);
        return;
    }
    json_open(j, key, '{');
    for (stage at = STAGE_BUILD; at < STAGES; at++)
        json_ms(j, stage_names[at], ms[at]);
    json_close(j, '}');
}

static void put_size(json *j, const uint32_t size[3]) {
    json_counts(j, "size", size, 3);
}

static void put_way(json *j, const hpyr_pyramid_desc *desc) {
    json_text(j, "layout", name_of_layout(desc->layout));
    json_text(j, "order", report_order_name(desc->order));
    json_text(j, "base", report_base_name(desc->base));
}

static void put_row(json *j, const pyramid_row *r) {
    json_open(j, NULL, '{');
    json_text(j, "part", r->part);
    json_text(j, "picture", r->picture);
    put_size(j, r->size);
    json_number(j, "fill", r->fill);
    json_text(j, "discriminator", r->discriminator);
    json_count(j, "clones", r->desc.clones);
    json_count(j, "total", r->total);
    put_way(j, &r->desc);
    json_text(j, "counts", report_count_name(r->desc.count_format));
    json_count(j, "bytes", r->bytes);
    json_count(j, "passes", r->passes);
    json_count(j, "runs", r->runs);
    put_times(j, "ms", r->ms);
    put_times(j, "gpu_ms", r->gpu_ms);
    json_text(j, "reason", r->reason[0] ? r->reason : NULL);
    json_close(j, '}');
}

static void put_stair(json *j, const bench *b, const stair *s) {
    const pyramid_row *odd = &b->pyramid_rows[s->row], *even = &b->pyramid_rows[s->beside];
    json_open(j, NULL, '{');
    put_way(j, &odd->desc);
    json_count(j, "side", odd->size[0]);
    json_count(j, "beside", even->size[0]);
    json_number(j, "build", s->build);
    json_number(j, "list", s->list);
    json_truth(j, "within_bound", s->list <= BENCH_STAIR_BOUND);
    json_close(j, '}');
}

static void put_contest(json *j, const bench *b, const cpu_times *t) {
    json_open(j, NULL, '{');
    json_text(j, "part", t->part);
    json_text(j, "image", t->picture);
    json_count(j, "side", t->side);
    json_count(j, "active", t->active);
    json_open(j, "cpu_ms", '{');
    for (int i = 0; i < CPU_SCANS; i++) {
        json_open(j, cpu_scan_names[i], '{');
        for (int k = 0; k < CPU_STAGES; k++)
            json_ms(j, cpu_stage_names[k], t->ms[i][k]);
        json_close(j, '}');
    }
    json_close(j, '}');
    json_text(j, "fastest_scan", cpu_scan_names[t->fastest]);
    json_open(j, "pyramids", '[');
    for (size_t i = t->first_row; i < t->first_row + t->row_count; i++) {
        json_open(j, NULL, '{');
        put_way(j, &b->pyramid_rows[i].desc);
        json_ms(j, "ms", list_ms(b->pyramid_rows[i].ms));
        json_number(j, "ratio", list_ms(b->pyramid_rows[i].ms) / t->ms[t->fastest][CPU_TOTAL]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static double worst_stair(const bench *b) {
    double worst = NAN;
    for (size_t i = 0; i < b->stair_count; i++)
        worst = b->stairs[i].list <= worst ? worst : b->stairs[i].list;
    return worst;
}

/* In the order of the file. */
static const table *const TABLES[] = {&overhead_table, &sorts_table,   &operations_table, &flow_table,
                                      &kinds_table,    &sparse_table,  &octree_table,     &quadtree_table,
                                      &poisson_table,  &features_table};
enum { TABLE_COUNT = sizeof TABLES / sizeof *TABLES };

void report_json(const bench *b, outfile *file) {
    json j = {file, false};
    json_open(&j, NULL, '{');
    json_text(&j, "gl", name_of_gl(bench_gl(b)));
    json_text(&j, "version", b->caps->version);
    json_text(&j, "renderer", b->caps->renderer);
    json_open(&j, "runs", '[');
    for (size_t i = 0; i < b->pyramid_count; i++)
        put_row(&j, &b->pyramid_rows[i]);
    json_close(&j, ']');
    json_open(&j, "stairs", '[');
    for (size_t i = 0; i < b->stair_count; i++)
        put_stair(&j, b, &b->stairs[i]);
    json_close(&j, ']');
    json_open(&j, "image_lists", '[');
    for (size_t i = 0; i < b->contest_count; i++)
        put_contest(&j, b, &b->contests[i]);
    json_close(&j, ']');
    report_meshes_json(b, &j);
    for (const table *const *first = TABLES, *const *end; first < TABLES + TABLE_COUNT; first = end) {
        for (end = first + 1; end < TABLES + TABLE_COUNT && strcmp((*end)->key, (*first)->key) == 0;)
            end++;
        table_json(b, &j, first, end);
    }
    report_voxels_json(b, &j);
    json_open(&j, "ratios", '{');
    json_number(&j, "image_list_4096", bench_image_list_ratio(b, HPYR_ORDER_LINE));
    json_number(&j, "image_list_4096_morton", bench_image_list_ratio(b, HPYR_ORDER_MORTON));
    json_number(&j, "stairs_worst", worst_stair(b));
    json_number(&j, "isosurface_scaling_worst", bench_mesh_scaling(b));
    report_voxels_ratios(b, &j);
    json_close(&j, '}');
    json_close(&j, '}');
    outfile_write(file, "\n", 1);
}

/* ---- CSV ---- */

static void write_text(outfile *file, const char *text) {
    outfile_write(file, text, strlen(text));
}

static void write_times(outfile *file, const double ms[STAGES]) {
    for (stage at = STAGE_BUILD; at < STAGES; at++) {
        char text[400] = ",";
        if (!isnan(ms[at]))
            snprintf(text, sizeof text, ",%.3f", ms[at]);
        write_text(file, text);
    }
}

/* RFC 4180: in quotes, where a quote is two. */
static void write_quoted(outfile *file, const char *text) {
    write_text(file, "\"");
    for (const char *c = text; *c; c++) {
        outfile_write(file, c, 1);
        if (*c == '"')
            outfile_write(file, c, 1);
    }
    write_text(file, "\"");
}

void report_csv(const bench *b, outfile *file) {
    write_text(
        file,
        "part,picture,width,height,depth,fill,discriminator,clones,total,layout,order,base,counts,bytes,passes,runs");
    for (int gpu = 0; gpu < 2; gpu++) {
        for (stage at = STAGE_BUILD; at < STAGES; at++) {
            char text[64];
            snprintf(text, sizeof text, ",%s_%s", stage_names[at], gpu ? "gpu_ms" : "ms");
            write_text(file, text);
        }
    }
    write_text(file, ",reason\n");
    for (size_t i = 0; i < b->pyramid_count; i++) {
        const pyramid_row *r = &b->pyramid_rows[i];
        char text[512];
        snprintf(text, sizeof text, "%s,%s,%u,%u,%u,%.9g,%s,%u,%u,%s,%s,%s,%s,%llu,%u,%u", r->part, r->picture,
                 (unsigned)r->size[0], (unsigned)r->size[1], (unsigned)r->size[2], r->fill, r->discriminator,
                 (unsigned)r->desc.clones, (unsigned)r->total, name_of_layout(r->desc.layout),
                 report_order_name(r->desc.order), report_base_name(r->desc.base),
                 report_count_name(r->desc.count_format), (unsigned long long)r->bytes, (unsigned)r->passes,
                 (unsigned)r->runs);
        write_text(file, text);
        write_times(file, r->ms);
        write_times(file, r->gpu_ms);
        write_text(file, ",");
        write_quoted(file, r->reason);
        write_text(file, "\n");
    }
}
