/* panel.c - the words over the picture.  SPDX-License-Identifier: MIT */
#include "panel.h"

#include "motions.h"

#include "common/draw/page.h"
#include "common/files/memory.h"
#include "common/files/path.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"
#include "common/voxels/names.h"

#include <math.h>
#include <stdlib.h>

static const float BOTH_WIDTH = 420; /* of two boxes side by side, in units of the text's scale */
static const double NEWS = 0.12;     /* weight of the last frame in the means, so that digits can be read */

struct panel {
    const painter *painter;
    overlay *overlay;
    double ms[TIME_STAGES];
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

static void add_facts(page *lines, const panel_state *state) {
    const player *from = state->player;
    const pipeline_desc *d = &from->pipeline.desc;
    page_add(lines, "HeartBreaker", "%s", show_name(from->show.act));
    page_add(lines, "model", "%.28s", path_last_part(state->model));
    if (from->points > 0)
        page_add_count(lines, "points", from->points);
    else
        page_add(lines, "points", "none%s", d->fill == HPYR_FILL_THIN ? ": try another fill (F)" : "");
    if (from->show.act == SHOW_EXPLOSION)
        page_add_count(lines, "left", (uint32_t)(from->points * player_left(from) + 0.5));
    page_add(lines, "grid", "%ux%ux%u", (unsigned)d->grid[0], (unsigned)d->grid[1], (unsigned)d->grid[2]);
    page_add(lines, "fill", "%s by %s", name_of_fill(d->fill), name_of_voxelizer(d->voxelizer));
    page_add(lines, "engine", "%s", name_of_engine(from->desc.engine));
    page_add(lines, "motion", "%s", name_of_motion(&from->desc.motion));
}

static void add_times(panel *p, page *lines, const panel_state *state) {
    static const time_stage STAGES[] = {TIME_VOXELIZE, TIME_BUILD,   TIME_EXTRACT, TIME_ATTRIBUTES,
                                        TIME_DOWNLOAD, TIME_ANIMATE, TIME_DRAW,    TIME_FRAME};
    page_add_gap(lines);
    for (size_t i = 0; i < sizeof STAGES / sizeof STAGES[0]; i++) {
        double now = state->player->times.ms[STAGES[i]], *mean = &p->ms[STAGES[i]];
        *mean = isnan(now) || isnan(*mean) ? now : *mean + NEWS * (now - *mean);
        if (!isnan(now))
            page_add(lines, time_name(STAGES[i]), "%.2f ms", *mean);
    }
    if (state->fps > 0)
        page_add(lines, "rate", "%.0f fps", state->fps);
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
    page lines = {0};
    add_facts(&lines, state);
    add_times(p, &lines, state);
    overlay_begin(p->overlay, width, height);
    overlay_box(p->overlay, OVERLAY_TOP_LEFT, lines.lines, lines.count, scale);
    add_keys(p, state, width, scale);
    if (state->notice && state->notice[0])
        overlay_box(p->overlay, OVERLAY_BOTTOM_LEFT, &notice, 1, scale);
    painter_begin(p->painter);
    framebuffer_bind(p->painter->gl, framebuffer);
    glViewport(0, 0, width, height);
    overlay_draw(p->overlay);
    painter_end(p->painter);
}
