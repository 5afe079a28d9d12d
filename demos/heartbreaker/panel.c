/* panel.c - the words over the picture.  SPDX-License-Identifier: MIT */
#include "panel.h"

#include "motions.h"

#include "common/draw/board.h"
#include "common/files/memory.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"
#include "common/voxels/names.h"

#include <math.h>
#include <stdlib.h>

static const double NEWS = 0.12; /* weight of the last frame in the means, so that digits can be read */

struct panel {
    const painter *painter;
    overlay *overlay;
    double ms[TIME_STAGES];
};

panel *panel_create(const painter *painter) {
    panel *p = memory_zeroed(sizeof *p);
    if (!p)
        return NULL;
    p->painter = painter;
    for (int i = 0; i < TIME_STAGES; i++)
        p->ms[i] = NAN;
    p->overlay = overlay_create(painter);
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
    page_add_name(lines, "model", state->model);
    page_add_count(lines, "points", from->points);
    if (from->show.act == SHOW_EXPLOSION)
        page_add_count(lines, "not yet faded", (uint32_t)(from->points * player_left(from) + 0.5));
    page_add_grid(lines, "grid", d->grid);
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
            page_add_ms(lines, time_name(STAGES[i]), *mean);
    }
    if (state->messages) {
        page_add_gap(lines);
        page_add_fps(lines, state->fps, NULL);
    }
}

static void list_keys(page *out) {
    static const overlay_line OWN[] = {
        {"click", "hit the model there", OVERLAY_PLAIN},
        {"A", "go on by itself or wait", OVERLAY_PLAIN},
        {"1 \xE2\x80\x93 5", "models", OVERLAY_PLAIN},
        {"F", "fill", OVERLAY_PLAIN},
        {"E", "engine", OVERLAY_PLAIN},
        {"M", "motion", OVERLAY_PLAIN},
    };
    const board_keys keys = {OWN, sizeof OWN / sizeof OWN[0], "grid", "next act", "another model"};
    board_list_keys(&keys, out);
}

void panel_draw(panel *p, const panel_state *state, uint32_t framebuffer, int width, int height) {
    page facts = {0}, keys = {0};
    const board b = {&facts, state->messages ? &keys : NULL, state->messages, 0, 0, state->content_scale};
    add_facts(&facts, state);
    add_times(p, &facts, state);
    list_keys(&keys);
    overlay_begin(p->overlay, width, height);
    board_write(&b, p->overlay, width, height);
    painter_begin(p->painter);
    framebuffer_bind(p->painter->gl, framebuffer);
    glViewport(0, 0, width, height);
    overlay_draw(p->overlay);
    painter_end(p->painter);
}
