/* panel.c - the words over the picture, and the slider.  SPDX-License-Identifier: MIT */
#include "panel.h"

#include "report.h"

#include "common/draw/board.h"

#include <math.h>

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
    page_add_count(lines, "vertices", made->vertices);
    page_add_gap(lines);
    page_add(lines, "mesh", "%s by %s", surface_mesh_name(made), name_of_expansion(made->desc.expansion));
    page_add(lines, "vertices at", "%s", made->desc.vertex == HPYR_EDGE_VERTEX_MIDPOINT ? "midpoints" : "crossings");
    page_add(lines, "normals", "%s", made->desc.gradient == HPYR_GRADIENT_CENTRAL ? "central" : "forward");
    page_add_gap(lines);
    page_add_ms(lines, "extraction", s->total_ms);
    if (made->counts.cells > 0)
        page_add(lines, "million cells a second", "%.0f", report_rate(made->counts.cells, s->total_ms));
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

/* ---- the slider: how many samples have which value, and the isovalue among them ---- */

typedef struct bar {
    float x, y, width, height;
} bar;

/* Of text. */
static float scale_for(const panel_state *s, int width, int height) {
    return board_scale(width, height, s->content_scale);
}

static bar place_bar(const panel_state *s, int width, int height) {
    float scale = scale_for(s, width, height);
    bar b = {0, 14 * scale, floorf((float)width * 0.5f), 44 * scale};
    b.x = floorf(((float)width - b.width) / 2);
    return b;
}

bool panel_slider(const panel_state *s, float x, float y, int width, int height, double *iso) {
    const volume_facts *facts = &s->subject->facts;
    bar b = place_bar(s, width, height);
    bool is_inside = x >= b.x && x <= b.x + b.width && y >= b.y && y <= b.y + b.height;
    if (is_inside)
        *iso = facts->minimum + (facts->maximum - facts->minimum) * ((double)x - b.x) / b.width;
    return is_inside;
}

static void write_slider(const panel_state *s, overlay *o, int width, int height) {
    static const float BACK[4] = {0.02f, 0.03f, 0.05f, 0.60f}, LOW[4] = {0.30f, 0.40f, 0.52f, 0.55f};
    static const float HIGH[4] = {0.88f, 0.58f, 0.34f, 0.75f}, MARK[4] = {1, 1, 1, 0.95f};
    const volume_facts *f = &s->subject->facts;
    float scale = scale_for(s, width, height);
    bar b = place_bar(s, width, height);
    double most = 1, range = f->maximum - f->minimum;
    for (int i = 0; i < VOLUME_BINS; i++)
        most = fmax(most, log(1 + (double)f->bins[i]));
    overlay_rectangle(o, b.x - 4 * scale, b.y - 4 * scale, b.width + 8 * scale, b.height + 8 * scale, BACK, BACK);
    for (int i = 0; i < VOLUME_BINS; i++) {
        float left = floorf(b.x + b.width * (float)i / VOLUME_BINS);
        float right = floorf(b.x + b.width * (float)(i + 1) / VOLUME_BINS);
        float tall = b.height * (float)(log(1 + (double)f->bins[i]) / most);
        const float *colour = f->minimum + (i + 0.5) / VOLUME_BINS * range >= s->iso ? HIGH : LOW;
        overlay_rectangle(o, left, b.y, right - left, tall, colour, colour);
    }
    if (range > 0 && s->iso >= f->minimum && s->iso <= f->maximum) {
        float at = b.x + b.width * (float)((s->iso - f->minimum) / range);
        overlay_rectangle(o, floorf(at - scale), b.y - 4 * scale, 2 * scale, b.height + 8 * scale, MARK, MARK);
    }
}

void panel_write(const panel_state *s, overlay *o, int width, int height) {
    page facts = {0}, keys = {0};
    bar b = place_bar(s, width, height);
    const board words = {&facts, &keys, s->messages, (int)(b.y + b.height + 4 * scale_for(s, width, height)),
                         s->content_scale};
    write_numbers(s, &facts);
    list_keys(&keys);
    board_write(&words, o, width, height);
    write_slider(s, o, width, height);
}
