/* panel.c - words over the picture: settings, facts, keys and messages; and the slider.  SPDX-License-Identifier: MIT */
#include "frame/own.h"

#include "common/draw/board.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

const setting *panel_slider(frame *f, int width, int height, slider *out) {
    const float content = content_scale(f);
    for (size_t i = 0; i < f->demo->setting_count; i++) {
        const setting *s = &f->demo->settings[i];
        if (!s->slides || !f->viewer.window)
            continue;
        slider_scale scale = {s->lowest, s->highest, NULL, 0, {0.16f, 0.56f, 0.68f}, {0.24f, 0.27f, 0.32f}};
        if (f->demo->range)
            f->demo->range(f->self, f, &scale);
        *out = slider_place(&scale, width, height, board_scale(width, height, content));
        return s;
    }
    memset(out, 0, sizeof *out);
    return NULL;
}

/* As much as there is room for. */
static void write_words(frame *f, words *w, int bottom, int width, int height) {
    overlay *o = f->own->overlay;
    overlay_begin(o, width, height);
    for (int room = 0; room < ROOM_COUNT; room++) {
        memset(w, 0, sizeof *w);
        w->room = (panel_room)room;
        write_facts(f, &w->facts, w->room <= ROOM_WITHOUT_TIMES, w->room == ROOM_FOR_ALL);
        write_keys(f->demo, w);
        w->board = (board){&w->facts,        f->hides_keys || !f->viewer.window ? NULL : &w->keys,
                           &f->messages,     bottom + f->message_bottom,
                           f->message_width, content_scale(f),
                           f->stacks_keys};
        if (board_measure(&w->board, o, width, height).facts_width > 0)
            return;
    }
}

float frame_scale(const frame *f, const frame_target *t) {
    return board_scale(t->width, t->height, t->is_picture ? 1 : content_scale(f));
}

board_extent frame_words(frame *f, const frame_target *t) {
    words w;
    if (t->is_picture || !f->own->tells)
        return (board_extent){0, 0, 0};
    write_words(f, &w, t->raised, t->width, t->height);
    w.board.messages = NULL; /* which come and go */
    return board_measure(&w.board, f->own->overlay, t->width, t->height);
}

void panel_draw(frame *f, int width, int height) {
    const painter *painter = &f->viewer.painter;
    overlay *o = f->own->overlay;
    slider under;
    words w;
    const setting *s = panel_slider(f, width, height, &under);
    write_words(f, &w, (int)under.top, width, height);
    painter_begin(painter);
    board_write(&w.board, o, width, height);
    if (s)
        slider_write(&under, setting_number(s, f->self), o);
    overlay_draw(o);
    painter_end(painter);
}

const setting *panel_row(frame *f, int width, int height, float x, float y) {
    slider under;
    words w;
    panel_slider(f, width, height, &under);
    write_words(f, &w, (int)under.top, width, height);
    if (w.room == ROOM_FOR_FACTS)
        return NULL;
    int row = board_row(&w.board, f->own->overlay, width, height, x, y);
    for (size_t i = 0; i < f->demo->setting_count; i++)
        if (has_row(&f->demo->settings[i]) && --row == 0)
            return &f->demo->settings[i];
    return NULL;
}
