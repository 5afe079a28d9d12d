/* panel.c - the words over the picture.  SPDX-License-Identifier: MIT */
#include "panel.h"

#include "motions.h"

#include "common/draw/overlay.h"
#include "common/files/memory.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"
#include "common/voxels/names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 24, LINE_SIZE = 96 };

static const float BOTH_WIDTH = 420; /* of two boxes side by side, in units of the text's scale */
static const double NEWS = 0.12;     /* weight of the last frame in the means, so that digits can be read */

struct panel {
    const painter *painter;
    overlay *overlay;
    double ms[TIME_STAGES];
    overlay_line lines[MAX_LINES];
    char words[MAX_LINES][LINE_SIZE];
    size_t count;
};

panel *panel_create(const painter *painter, char *error, size_t error_size) {
    panel *p = memory_zeroed(sizeof *p, error, error_size);
    if (!p)
        return NULL;
    p->painter = painter;
    for (int i = 0; i < TIME_STAGES; i++)
        p->ms[i] = NAN;
    p->overlay = overlay_create(painter, error, error_size);
    if (!p->overlay) {
        panel_destroy(p);
        return NULL;
    }
    return p;
}

void panel_destroy(panel *p) {
    if (p) {
        overlay_destroy(p->overlay);
        free(p);
    }
}

/* The line whose right side is written into what this returns. */
static char *add_line(panel *p, const char *left) {
    overlay_line *line = &p->lines[p->count];
    line->left = left;
    line->right = p->words[p->count];
    line->is_title = p->count == 0;
    return p->words[p->count++];
}

static void add_gap(panel *p) {
    p->lines[p->count++] = (overlay_line){NULL, NULL, false};
}

/* 1234567 as "1 234 567". */
static void write_count(uint32_t value, char *out, size_t size) {
    char digits[16];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%u", (unsigned)value), at = 0;
    for (size_t i = 0; i < length && at + 2 < size; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out[at++] = ' ';
        out[at++] = digits[i];
    }
    out[at] = '\0';
}

/* The end of a path is what tells models apart. */
static const char *short_name(const char *model) {
    const char *slash = strrchr(model, '/');
    return slash && slash[1] ? slash + 1 : model;
}

static void add_facts(panel *p, const panel_state *state) {
    const player *from = state->player;
    const pipeline_desc *d = &from->pipeline.desc;
    snprintf(add_line(p, "HeartBreaker"), LINE_SIZE, "%s", show_name(from->show.act));
    snprintf(add_line(p, "model"), LINE_SIZE, "%.28s", short_name(state->model));
    char *points = add_line(p, "points");
    if (from->points > 0)
        write_count(from->points, points, LINE_SIZE);
    else
        snprintf(points, LINE_SIZE, "none%s", d->fill == HPYR_FILL_THIN ? ": try another fill (F)" : "");
    if (from->show.act == SHOW_EXPLOSION)
        write_count((uint32_t)(from->points * player_left(from) + 0.5), add_line(p, "left"), LINE_SIZE);
    snprintf(add_line(p, "grid"), LINE_SIZE, "%ux%ux%u", (unsigned)d->grid[0], (unsigned)d->grid[1],
             (unsigned)d->grid[2]);
    snprintf(add_line(p, "fill"), LINE_SIZE, "%s by %s", name_of_fill(d->fill), name_of_voxelizer(d->voxelizer));
    snprintf(add_line(p, "engine"), LINE_SIZE, "%s", name_of_engine(from->desc.engine));
    snprintf(add_line(p, "motion"), LINE_SIZE, "%s", name_of_motion(&from->desc.motion));
}

static void add_times(panel *p, const panel_state *state) {
    static const time_stage STAGES[] = {TIME_VOXELIZE, TIME_BUILD,   TIME_EXTRACT, TIME_ATTRIBUTES,
                                        TIME_DOWNLOAD, TIME_ANIMATE, TIME_DRAW,    TIME_FRAME};
    add_gap(p);
    for (size_t i = 0; i < sizeof STAGES / sizeof STAGES[0]; i++) {
        double now = state->player->times.ms[STAGES[i]], *mean = &p->ms[STAGES[i]];
        *mean = isnan(now) || isnan(*mean) ? now : *mean + NEWS * (now - *mean);
        if (!isnan(now))
            snprintf(add_line(p, time_name(STAGES[i])), LINE_SIZE, "%.2f ms", *mean);
    }
    if (state->fps > 0)
        snprintf(add_line(p, "rate"), LINE_SIZE, "%.0f fps", state->fps);
}

/* Where there is room for both boxes. */
static void add_keys(panel *p, const panel_state *state, int width, float scale) {
    static const overlay_line KEYS[] = {{"click", "hit it there", false},
                                        {"Space", "next act", false},
                                        {"A", "by itself on/off", false},
                                        {"1 - 5, drop", "model", false},
                                        {"G + -", "grid", false},
                                        {"F", "fill", false},
                                        {"E", "engine", false},
                                        {"M", "motion", false},
                                        {"drag, wheel", "orbit, zoom", false},
                                        {"R", "reset", false},
                                        {"S", "save a picture", false},
                                        {"H", "hide this", false}};
    if (state->has_keys && (float)width >= BOTH_WIDTH * scale)
        overlay_box(p->overlay, OVERLAY_TOP_RIGHT, KEYS, sizeof KEYS / sizeof KEYS[0], scale);
}

void panel_draw(panel *p, const panel_state *state, uint32_t framebuffer, int width, int height) {
    float scale = fmaxf(1, floorf((float)(width < height ? width : height) / 540));
    overlay_line notice = {state->notice, NULL, false};
    p->count = 0;
    add_facts(p, state);
    add_times(p, state);
    overlay_begin(p->overlay, width, height);
    overlay_box(p->overlay, OVERLAY_TOP_LEFT, p->lines, p->count, scale);
    add_keys(p, state, width, scale);
    if (state->notice && state->notice[0])
        overlay_box(p->overlay, OVERLAY_BOTTOM_LEFT, &notice, 1, scale);
    painter_begin(p->painter);
    framebuffer_bind(p->painter->gl, framebuffer);
    glViewport(0, 0, width, height);
    overlay_draw(p->overlay);
    painter_end(p->painter);
}
