/* report.c - what the demo tells: a summary and JSON.  SPDX-License-Identifier: MIT */
#include "reconstruct/report.h"

#include "common/files/json.h"
#include "common/platform/gl.h"

static void put_points(json *j, const subject *s) {
    json_text(j, "source", s->name);
    json_count(j, "points", s->points.count);
    json_count(j, "skipped", s->points.skipped);
    json_text(j, "normals", NORMAL_ORIGINS[s->normals]);
    json_count(j, "estimated", s->estimated);
    json_count(j, "undecided", s->undecided);
    json_open(j, "origin", '[');
    for (int k = 0; k < 3; k++)
        json_number(j, NULL, s->points.origin[k]);
    json_close(j, ']');
}

static void put_surface(json *j, const making *m) {
    const hpyr_octree_report *octree = making_octree(m);
    const hpyr_poisson_report *function = making_function(m);
    json_count(j, "depth", m->desc.depth);
    json_number(j, "screening", m->desc.screening);
    json_number(j, "trim", m->desc.trim);
    json_count(j, "nodes", octree->nodes);
    json_count(j, "leaves", octree->leaves);
    json_count(j, "triangles", m->mesh.triangle_count);
    json_count(j, "vertices", m->mesh.vertex_count);
    json_open(j, "density", '{');
    for (int i = 0; i < DENSITY_COUNT; i++)
        json_number(j, DENSITY_NAMES[i], m->densities[i]);
    json_close(j, '}');
    json_number(j, "megabytes", (double)making_bytes(m) / 1e6);
    json_count(j, "iterations", making_iterations(m));
    json_counts(j, "iterations_by_depth", function->iterations, (int)m->desc.depth + 1);
    json_number(j, "isovalue", function->isovalue);
}

bool report_json(const char *path, const report *r) {
    json j = {0};
    j.file = outfile_open(path);
    if (!j.file)
        return false;
    json_open(&j, NULL, '{');
    put_points(&j, r->subject);
    put_surface(&j, &r->subject->made);
    json_count(&j, "runs", r->runs);
    json_times(&j, "ms", TIME_NAMES, r->ms, TIME_COUNT);
    json_text(&j, "gl", name_of_gl(r->library->gl));
    json_text(&j, "renderer", r->library->caps->renderer);
    json_close(&j, '}');
    outfile_write(j.file, "\n", 1);
    return outfile_close(j.file, true);
}

void report_summary(FILE *stream, const report *r) {
    const subject *s = r->subject;
    const making *m = &s->made;
    fprintf(stream,
            "%s: %u points at depth %u: %u nodes, %u triangles, %u vertices, density %.1f, %.0f MB, %.1f ms on %s, "
            "%s\n",
            s->name, (unsigned)s->points.count, (unsigned)m->desc.depth, (unsigned)making_octree(m)->nodes,
            (unsigned)m->mesh.triangle_count, (unsigned)m->mesh.vertex_count, m->densities[DENSITY_MEDIAN],
            (double)making_bytes(m) / 1e6, r->ms[TIME_TOTAL], r->library->caps->renderer, title_of_gl(r->library->gl));
}
