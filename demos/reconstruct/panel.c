/* panel.c - the words over the picture.  SPDX-License-Identifier: MIT */
#include "panel.h"

#include "common/draw/board.h"

static void write_surface(const making *m, page *lines) {
    page_add_count(lines, "nodes", making_octree(m)->nodes);
    page_add_count(lines, "triangles", m->mesh.triangle_count);
    page_add_count(lines, "vertices", m->mesh.vertex_count);
    page_add(lines, "memory", "%.0f MB", (double)making_bytes(m) / 1e6);
    page_add_gap(lines);
    page_add(lines, "iterations", "%u", (unsigned)making_iterations(m));
    page_add_ms(lines, "octree and function", m->function_ms);
    page_add_ms(lines, "surface", m->ms[TIME_SURFACE]);
}

static void add_or_none(page *lines, const char *left, double value) {
    if (value > 0)
        page_add(lines, left, "%.3g", value);
    else
        page_add(lines, left, "none");
}

static void write_numbers(const panel_state *s, page *lines) {
    const scene_state *d = s->drawn;
    const subject *of = d->subject;
    const making *m = &of->made;
    page_add_name(lines, "Reconstruct", of->name);
    page_add_count(lines, "points", of->points.count);
    page_add(lines, "normals", "%s", NORMAL_ORIGINS[of->normals]);
    page_add_gap(lines);
    page_add(lines, "depth", "%u", (unsigned)m->desc.depth);
    if (d->view == VIEW_OCTREE || d->view == VIEW_ALL)
        page_add(lines, "depth of the cells", "%u", (unsigned)(d->cells < m->desc.depth ? d->cells : m->desc.depth));
    add_or_none(lines, "screening", m->desc.screening);
    add_or_none(lines, "trim", m->desc.trim);
    page_add(lines, "density", "%.1f to %.1f, median %.1f", m->densities[DENSITY_SMALLEST],
             m->densities[DENSITY_LARGEST], m->densities[DENSITY_MEDIAN]);
    write_surface(m, lines);
    page_add_fps(lines, s->fps, s->is_moving ? NULL : "at rest");
}

static void list_keys(page *out) {
    static const overlay_line OWN[] = {
        {"1 2 3 4", "points, octree, surface, all", OVERLAY_PLAIN},
        {"up, down, [ ]", "depth of the cells shown", OVERLAY_PLAIN},
        {"C", "screening", OVERLAY_PLAIN},
        {"T", "trim", OVERLAY_PLAIN},
        {"F", "turn all normals", OVERLAY_PLAIN},
        {"D", "colors of density", OVERLAY_PLAIN},
        {"W", "wires", OVERLAY_PLAIN},
        {"U", "z up, y up", OVERLAY_PLAIN},
    };
    const board_keys keys = {OWN, sizeof OWN / sizeof OWN[0], "depth of the octree", "stop or go on", "other points"};
    board_list_keys(&keys, out);
}

void panel_write(const panel_state *s, overlay *o, int width, int height) {
    page facts = {0}, keys = {0};
    const board words = {&facts, &keys, s->messages, 0, 0, s->content_scale};
    write_numbers(s, &facts);
    list_keys(&keys);
    board_write(&words, o, width, height);
}
