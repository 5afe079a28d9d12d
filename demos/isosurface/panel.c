/* panel.c - the words over the picture, and the slider.  SPDX-License-Identifier: MIT */
#include "panel.h"

#include "report.h"

#include "common/draw/page.h"
#include "common/files/path.h"

#include <math.h>

/* Both boxes side by side, in units of the text. */
static const float WIDTH_FOR_KEYS = 500;

static const char *name_of_expansion(surface_expansion expansion) {
    return expansion == EXPAND_VERTEX     ? "vertex shader"
           : expansion == EXPAND_GEOMETRY ? "geometry shader"
                                          : "fragments";
}

static void write_numbers(const panel_state *s, page *lines) {
    const surface *made = &s->subject->surface;
    const uint32_t *size = s->subject->volume.size;
    page_add(lines, "Isosurface", "%.30s", path_last_part(subject_name(s->subject)));
    page_add(lines, "samples", "%u x %u x %u", (unsigned)size[0], (unsigned)size[1], (unsigned)size[2]);
    page_add(lines, "type", "%s", volume_type_name(s->subject->volume.format));
    page_add(lines, "isovalue", "%.5g", s->iso);
    page_add_count(lines, "triangles", made->counts.triangles);
    page_add_count(lines, "vertices", made->vertices);
    page_add_gap(lines);
    page_add(lines, "mesh", "%s by %s", surface_mesh_name(made), name_of_expansion(made->desc.expansion));
    page_add(lines, "vertices at", "%s", made->desc.vertex == HPYR_EDGE_VERTEX_MIDPOINT ? "midpoints" : "crossings");
    page_add(lines, "normals", "%s", made->desc.gradient == HPYR_GRADIENT_CENTRAL ? "central" : "forward");
    page_add_gap(lines);
    page_add(lines, "extraction", "%.*f ms", s->total_ms < 9.95 ? 2 : 1, s->total_ms);
    if (made->counts.cells > 0)
        page_add(lines, "M cells / s", "%.0f", report_rate(made->counts.cells, s->total_ms));
    if (s->is_moving && s->fps > 0)
        page_add(lines, "frames / s", "%.*f", s->fps < 9.95 ? 1 : 0, s->fps);
    else
        page_add(lines, "frames / s", s->is_moving ? "-" : "at rest");
}

static void write_keys(overlay *o, float scale) {
    static const overlay_line LINES[] = {
        {"Keys", "H hides this", true},         {"drag, wheel", "orbit, zoom", false},
        {"up, down", "isovalue", false},        {"A", "animate it", false},
        {"Space", "stop, go on", false},        {"W U", "wires, upside down", false},
        {"1 - 5, drop", "field", false},        {"+ - G", "size", false},
        {"V N M E", "form of the mesh", false}, {"R", "reset", false},
        {"S", "save a picture", false},         {"Esc", "quit", false},
    };
    overlay_box(o, OVERLAY_TOP_RIGHT, LINES, sizeof LINES / sizeof LINES[0], scale);
}

/* ---- the slider: how many samples have which value, and the isovalue among them ---- */

typedef struct bar {
    float x, y, width, height;
} bar;

static float scale_for(int width, int height) {
    return fmaxf(1, floorf((float)(width < height ? width : height) / 700 + 0.3f));
}

static bar place_bar(int width, int height) {
    float scale = scale_for(width, height);
    bar b = {0, 14 * scale, floorf((float)width * 0.5f), 44 * scale};
    b.x = floorf(((float)width - b.width) / 2);
    return b;
}

bool panel_slider(const volume_facts *facts, float x, float y, int width, int height, double *iso) {
    bar b = place_bar(width, height);
    bool is_inside = x >= b.x && x <= b.x + b.width && y >= b.y && y <= b.y + b.height;
    if (is_inside)
        *iso = facts->minimum + (facts->maximum - facts->minimum) * ((double)x - b.x) / b.width;
    return is_inside;
}

static void write_slider(const panel_state *s, overlay *o, int width, int height) {
    static const float BACK[4] = {0.02f, 0.03f, 0.05f, 0.60f}, LOW[4] = {0.30f, 0.40f, 0.52f, 0.55f};
    static const float HIGH[4] = {0.88f, 0.58f, 0.34f, 0.75f}, MARK[4] = {1, 1, 1, 0.95f};
    const volume_facts *f = &s->subject->facts;
    float scale = scale_for(width, height);
    bar b = place_bar(width, height);
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

/* Over the slider, as small as it takes. */
static void write_notice(const char *notice, overlay *o, int width, int height) {
    static const float BACK[4] = {0.02f, 0.03f, 0.05f, 0.78f}, WORDS[4] = {1, 0.86f, 0.62f, 1};
    bar b = place_bar(width, height);
    float scale = fminf(scale_for(width, height), (float)width * 0.94f / fmaxf(overlay_text_width(o, notice, 1), 1));
    float length = overlay_text_width(o, notice, 1) * scale, x = floorf(((float)width - length) / 2);
    float y = b.y + b.height + 16 * scale;
    overlay_rectangle(o, x - 8 * scale, y - 6 * scale, length + 16 * scale, 20 * scale, BACK, BACK);
    overlay_text(o, notice, x, y, scale, WORDS);
}

void panel_write(const panel_state *s, overlay *o, int width, int height) {
    float scale = scale_for(width, height);
    page lines = {0};
    write_numbers(s, &lines);
    overlay_box(o, OVERLAY_TOP_LEFT, lines.lines, lines.count, scale);
    if ((float)width >= WIDTH_FOR_KEYS * scale)
        write_keys(o, scale);
    write_slider(s, o, width, height);
    if (s->notice[0])
        write_notice(s->notice, o, width, height);
}
