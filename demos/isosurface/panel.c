/* panel.c - the words over the picture, and the slider.  SPDX-License-Identifier: MIT */
#include "panel.h"

#include "report.h"

#include "common/draw/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { VALUE_SIZE = 48, MAX_LINES = 20 };

/* Both boxes side by side, in units of the text. */
static const float WIDTH_FOR_KEYS = 500;

/* Lines in the making, with room for their values. */
typedef struct page {
    overlay_line lines[MAX_LINES];
    char values[MAX_LINES][VALUE_SIZE];
    size_t count;
} page;

/* The line whose right side is written into what this returns. */
static char *add(page *p, const char *left) {
    overlay_line *line = &p->lines[p->count];
    line->left = left;
    line->right = p->values[p->count];
    line->is_title = p->count == 0;
    return p->values[p->count++];
}

static void add_gap(page *p) {
    memset(&p->lines[p->count++], 0, sizeof p->lines[0]);
}

/* 1234567 as "1 234 567". */
static void write_count(uint64_t value, char *out) {
    char digits[24];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)value), at = 0;
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out[at++] = ' ';
        out[at++] = digits[i];
    }
    out[at] = '\0';
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static const char *name_of_expansion(surface_expansion expansion) {
    return expansion == EXPAND_VERTEX     ? "vertex shader"
           : expansion == EXPAND_GEOMETRY ? "geometry shader"
                                          : "fragments";
}

static void write_numbers(const panel_state *s, page *lines) {
    const surface *made = &s->subject->surface;
    const uint32_t *size = s->subject->volume.size;
    snprintf(add(lines, "Isosurface"), VALUE_SIZE, "%.30s", last_part(subject_name(s->subject)));
    snprintf(add(lines, "samples"), VALUE_SIZE, "%u x %u x %u", (unsigned)size[0], (unsigned)size[1],
             (unsigned)size[2]);
    snprintf(add(lines, "type"), VALUE_SIZE, "%s", volume_type_name(s->subject->volume.format));
    snprintf(add(lines, "isovalue"), VALUE_SIZE, "%.5g", s->iso);
    write_count(made->counts.triangles, add(lines, "triangles"));
    write_count(made->vertices, add(lines, "vertices"));
    add_gap(lines);
    snprintf(add(lines, "mesh"), VALUE_SIZE, "%s by %s", surface_mesh_name(made),
             name_of_expansion(made->desc.expansion));
    snprintf(add(lines, "vertices at"), VALUE_SIZE, "%s",
             made->desc.vertex == HPYR_EDGE_VERTEX_MIDPOINT ? "midpoints" : "crossings");
    snprintf(add(lines, "normals"), VALUE_SIZE, "%s",
             made->desc.gradient == HPYR_GRADIENT_CENTRAL ? "central" : "forward");
    add_gap(lines);
    snprintf(add(lines, "extraction"), VALUE_SIZE, "%.*f ms", s->total_ms < 9.95 ? 2 : 1, s->total_ms);
    if (made->counts.cells > 0)
        snprintf(add(lines, "M cells / s"), VALUE_SIZE, "%.0f", report_rate(made->counts.cells, s->total_ms));
    char *rate = add(lines, "frames / s");
    if (s->is_moving && s->fps > 0)
        snprintf(rate, VALUE_SIZE, "%.*f", s->fps < 9.95 ? 1 : 0, s->fps);
    else
        snprintf(rate, VALUE_SIZE, "%s", s->is_moving ? "-" : "at rest");
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
    float scale = fminf(scale_for(width, height), (float)width * 0.94f / fmaxf(draw_text_width(notice), 1));
    float length = draw_text_width(notice) * scale, x = floorf(((float)width - length) / 2);
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
