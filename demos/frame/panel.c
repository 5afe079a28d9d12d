/* panel.c - words over the picture: settings, facts, keys and messages; and the slider.  SPDX-License-Identifier: MIT */
#include "frame/own.h"

#include "common/draw/board.h"
#include "common/files/clock.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const float GROUND[3] = {0.012f, 0.016f, 0.024f}; /* of panels */

/* How much there is room for in a window. */
typedef enum panel_room { ROOM_FOR_ALL, ROOM_WITHOUT_TIMES, ROOM_FOR_FACTS, ROOM_COUNT } panel_room;

/* What is written. */
typedef struct words {
    page facts, keys;
    key_line lines[KEY_LINES];
    board board;
    panel_room room;
} words;

static float content_scale(const frame *f) {
    return f->viewer.window ? window_content_scale(f->viewer.window) : 1;
}

/* ---- facts ---- */

static bool has_row(const setting *s) {
    return s->label && !s->is_fact && s->kind < SETTING_PATH;
}

/* Settings stand under the title: row i + 1 is the i-th that has one. */
static void add_settings(frame *f, page *out) {
    char text[SETTING_WORDS];
    for (size_t i = 0; i < f->demo->setting_count; i++) {
        const setting *s = &f->demo->settings[i];
        if (!has_row(s))
            continue;
        setting_text(s, f->self, " \xC3\x97 ", text);
        page_add(out, s->label, "%s", text);
        out->lines[out->count - 1].tone = s->key ? OVERLAY_CHOICE : OVERLAY_PLAIN;
    }
}

static void add_times(frame *f, page *out) {
    const int stages = work_stages(f->demo);
    if (stages > 0)
        page_add_gap(out);
    for (int i = 0; i < stages; i++)
        if (!isnan(f->own->mean[i]))
            page_add_ms(out, f->demo->stages[i], f->own->mean[i]);
    if (f->demo->total)
        page_add_ms(out, f->demo->total, f->own->mean[stages]);
    if (f->viewer.window)
        page_add_fps(out, f->own->clock.fps, frame_moves(f) ? NULL : "at rest");
}

static void write_facts(frame *f, page *out, bool has_settings, bool has_times) {
    facts all = {.panel = out};
    page_add_name(out, f->demo->title, frame_name(f));
    if (has_settings) {
        add_settings(f, out);
        page_add_gap(out);
    }
    f->demo->tell(f->self, f, &all);
    if (has_times)
        add_times(f, out);
}

void panel_facts(frame *f, page *out) {
    write_facts(f, out, false, true);
}

/* ---- keys ---- */

size_t panel_keys(const demo *d, bool is_plain, key_line lines[KEY_LINES]) {
    enum { COMMON = 3, ALL = 6 };
    const bool is_image = d->eye == EYE_IMAGE;
    const char *const last[ALL][2] = {{"Space", d->space ? d->space : "stop or go on"},
                                      {"R", "reset"},
                                      {"S", "save a picture"},
                                      {"drop a file", d->dropped},
                                      {"H", "hide the words"},
                                      {"Esc", "quit"}};
    size_t count = 0;
    lines[count++] = (key_line){"drag, wheel", is_image ? "move, zoom" : "orbit, zoom"};
    if (is_image)
        lines[count++] = (key_line){is_plain ? "+ - arrows" : "+ \xE2\x88\x92 arrows", "zoom, move"};
    for (size_t i = 0; i < d->setting_count; i++) {
        const setting *s = &d->settings[i];
        if (!s->key || !s->label)
            continue;
        lines[count] = (key_line){NULL, s->label, s};
        lines[count].key = setting_key(s, is_image, is_plain, lines[count].words);
        count++;
    }
    for (int i = 0; d->acts && d->acts[i][0]; i++)
        lines[count++] = (key_line){d->acts[i][0], d->acts[i][1]};
    for (int i = 0; i < (GL_IS_WEB ? COMMON : ALL); i++)
        lines[count++] = (key_line){last[i][0], last[i][1]};
    return count;
}

static void write_keys(const demo *d, words *w) {
    const size_t count = panel_keys(d, false, w->lines);
    page_add(&w->keys, "Keys", "%s", "");
    for (size_t i = 0; i < count; i++)
        page_add(&w->keys, w->lines[i].key, "%s", w->lines[i].does);
}

/* ---- all of it ---- */

const setting *panel_scale(frame *f, slider_scale *out) {
    for (size_t i = 0; i < f->demo->setting_count; i++) {
        const setting *s = &f->demo->settings[i];
        if (!s->slides || !f->viewer.window)
            continue;
        *out = (slider_scale){s->lowest, s->highest, NULL, 0, {0.16f, 0.56f, 0.68f}, {0.24f, 0.27f, 0.32f}};
        if (f->demo->range)
            f->demo->range(f->self, f, out);
        return s;
    }
    return NULL;
}

/* As much as there is room for. */
static board_extent write_words(frame *f, words *w, int width, int height) {
    board_extent extent = {0, 0};
    overlay_begin(f->own->overlay, width, height);
    for (int room = 0; room < ROOM_COUNT && extent.columns == 0; room++) {
        memset(w, 0, sizeof *w);
        w->room = (panel_room)room;
        write_facts(f, &w->facts, w->room <= ROOM_WITHOUT_TIMES, w->room == ROOM_FOR_ALL);
        write_keys(f->demo, w);
        w->board = (board){&w->facts, f->viewer.window ? &w->keys : NULL, &f->messages, 0, content_scale(f)};
        extent = board_measure(&w->board, f->own->overlay, width, height);
    }
    return extent;
}

float frame_scale(const frame *f, const frame_target *t) {
    return board_scale(t->width, t->height, t->is_picture ? 1 : content_scale(f));
}

/* Numbers become longer and shorter with every frame; the picture stays where it is, and so does the slider while the pointer holds it. */
static int keep_columns(frame *f, int columns) {
    enum { STEP = 16 };
    int *kept = &f->own->columns;
    if (*kept < columns || (!f->own->slides && (*kept > columns + 3 * STEP || columns == 0)))
        *kept = (columns + STEP - 1) / STEP * STEP;
    return *kept;
}

/* The column of words, what the slider has of the rest, and the picture above it. */
static panel_places arrange(frame *f, words *w, int width, int height) {
    panel_places p = {0};
    slider_scale values;
    const board_extent extent = write_words(f, w, width, height);
    const int columns = keep_columns(f, extent.columns);
    const float scale = board_scale(width, height, content_scale(f));
    p.slides = panel_scale(f, &values);
    if (p.slides)
        p.slider = slider_place(&values, columns, width, height, scale);
    w->board.bottom = (int)p.slider.top;
    const int rows = extent.rows + (int)(p.slider.top + p.slider.bottom);
    p.picture = (image_area){columns, rows, width > columns ? width - columns : 1, height > rows ? height - rows : 1};
    return p;
}

panel_places panel_place(frame *f, int width, int height, bool has_words) {
    words w;
    return has_words ? arrange(f, &w, width, height) : (panel_places){{0, 0, width, height}};
}

/* What the picture leaves of the target. */
static void write_panels(frame *f, const frame_target *whole, const image_area *picture) {
    const painter *painter = &f->viewer.painter;
    words w;
    const panel_places p = arrange(f, &w, whole->width, whole->height);
    painter_begin(painter);
    framebuffer_bind(painter->gl, whole->framebuffer);
    glViewport(0, 0, whole->width, whole->height);
    glClearColor(GROUND[0], GROUND[1], GROUND[2], 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glViewport(picture->x, picture->y, picture->width, picture->height);
    draw_present(painter, f->own->seen.texture);
    glViewport(0, 0, whole->width, whole->height);
    board_write(&w.board, f->own->overlay, whole->width, whole->height);
    if (p.slides)
        slider_write(&p.slider, setting_number(p.slides, f->self), f->own->overlay);
    overlay_draw(f->own->overlay);
    painter_end(painter);
    /* The drawing may have changed words that need more room. */
    f->own->changed = memcmp(&p.picture, picture, sizeof *picture) != 0;
}

bool panel_draw(frame *f, const frame_target *whole, bool has_words) {
    frame_own *o = f->own;
    const double begin = clock_ms();
    const image_area at = panel_place(f, whole->width, whole->height, has_words).picture;
    frame_target target = *whole;
    o->changed = false;
    f->pointer[0] = o->pointer[0] - (float)at.x;
    f->pointer[1] = o->pointer[1] - (float)at.y;
    if (has_words) {
        if (!picture_resize(&o->seen, f->viewer.library.gl, at.width, at.height))
            return false;
        target.framebuffer = o->seen.framebuffer;
        target.width = at.width;
        target.height = at.height;
    }
    if (!work_draw(f, &target))
        return false;
    if (!whole->is_picture) {
        glFinish();
        o->frame_ms = clock_ms() - begin;
    }
    if (has_words)
        write_panels(f, whole, &at);
    return draw_check("drawing the words");
}

const setting *panel_row(frame *f, int width, int height, float x, float y) {
    words w;
    arrange(f, &w, width, height);
    if (w.room == ROOM_FOR_FACTS)
        return NULL;
    int row = board_row(&w.board, f->own->overlay, width, height, x, y);
    for (size_t i = 0; i < f->demo->setting_count; i++)
        if (has_row(&f->demo->settings[i]) && --row == 0)
            return &f->demo->settings[i];
    return NULL;
}
