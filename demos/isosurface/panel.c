/* panel.c - the words over the picture, and the slider.  SPDX-License-Identifier: MIT */
#include "panel.h"

#include "report.h"
#include "scene.h"

#include "common/draw/board.h"

#include <string.h>

static const char *name_of_expansion(surface_expansion expansion) {
    return expansion == EXPAND_VERTEX     ? "vertex shader"
           : expansion == EXPAND_GEOMETRY ? "geometry shader"
                                          : "fragments";
}

static void write_numbers(const panel_state *s, page *lines) {
    const surface *made = &s->subject->surface;
    page_add_name(lines, "Isosurface", subject_name(s->subject));
    page_add_grid(lines, "samples", s->subject->volume.size);
    page_add(lines, "type", "%s", volume_type_name(s->subject->volume.format));
    page_add(lines, "isovalue", "%.5g", s->iso);
    page_add_count(lines, "triangles", made->counts.triangles);
    page_add_count(lines, "vertices", made->counts.vertices);
    page_add_gap(lines);
    page_add(lines, "mesh", "%s by %s", surface_mesh_name(made), name_of_expansion(made->desc.expansion));
    page_add(lines, "vertices at", "%s", made->desc.vertex == HPYR_EDGE_VERTEX_MIDPOINT ? "midpoints" : "crossings");
    page_add(lines, "normals", "%s", surface_normals_name(made));
    page_add_gap(lines);
    page_add_ms(lines, "extraction", s->total_ms);
    if (surface_cells(made) > 0)
        page_add(lines, "million cells a second", "%.0f", report_rate(surface_cells(made), s->total_ms));
    page_add_fps(lines, s->fps, s->is_moving ? NULL : "at rest");
}

static void list_keys(page *out) {
    static const overlay_line OWN[] = {
        {"up, down, [ ]", "isovalue", OVERLAY_PLAIN},
        {"A", "isovalue by itself", OVERLAY_PLAIN},
        {"1 \xE2\x80\x93 5", "fields", OVERLAY_PLAIN},
        {"V N M E", "form of the mesh", OVERLAY_PLAIN},
        {"W", "wires", OVERLAY_PLAIN},
        {"U", "upside down", OVERLAY_PLAIN},
    };
    const board_keys keys = {OWN, sizeof OWN / sizeof OWN[0], "samples", "stop or go on", "another volume"};
    board_list_keys(&keys, out);
}

/* The two kinds of samples have the colors of the surface's two sides. */
slider panel_slider(const panel_state *s, int width, int height) {
    const volume_facts *f = &s->subject->facts;
    slider_scale values = {f->minimum, f->maximum, f->bins, VOLUME_BINS, {0}, {0}};
    memcpy(values.below, SCENE_INSIDE, sizeof values.below);
    memcpy(values.above, SCENE_OUTSIDE, sizeof values.above);
    return slider_place(&values, width, height, board_scale(width, height, s->content_scale));
}

void panel_write(const panel_state *s, overlay *o, int width, int height) {
    page facts = {0}, keys = {0};
    slider under = panel_slider(s, width, height);
    const board words = {&facts, &keys, s->messages, (int)under.top, 0, s->content_scale};
    write_numbers(s, &facts);
    list_keys(&keys);
    board_write(&words, o, width, height);
    slider_write(&under, s->iso, o);
}
