/* board.c - what a demo tells over its pictures: facts, keys and messages.  SPDX-License-Identifier: MIT */
#include "common/draw/board.h"

#include "common/draw/text.h"
#include "common/files/warnings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_ROWS = 10, ROW_SIZE = 256 };

static const float CAPITAL = 9, PIXEL = 1.f / 7;                /* of a capital, in units of a scale of 1 */
static const float FACTS_LEAST = 5.f / 7, KEYS_LEAST = 8.f / 7; /* smaller ones cannot be read, or not with ease */
static const float MESSAGE_WIDTH = 420;                         /* in units of the scale: lines that eyes can follow */
static const float FROM_EDGES = 32;                             /* of a row in a box, both sides together */
static const float FROM_EDGE = 8;                               /* of a box, and of the picture beside it */
static const float WIDEST = 0.5f;                               /* part of the target that the column may have */

/* Messages, broken into rows. */
typedef struct rows {
    overlay_line lines[MAX_ROWS];
    char words[MAX_ROWS][ROW_SIZE];
    size_t count;
} rows;

float board_scale(int width, int height, float content_scale) {
    float content = content_scale > 0 ? content_scale : 1;
    float size = fminf((float)width / 1280, (float)height / 720) / content;
    return text_fit_scale(CAPITAL * PIXEL * content * fmaxf(1, 0.5f + 0.5f * size));
}

/* As many whole words as there is room for, or else as many letters. */
static size_t row_length(const overlay *o, const char *text, float scale, float room) {
    size_t fitting = overlay_text_fit(o, text, scale, room), end;
    if (fitting >= ROW_SIZE)
        fitting = ROW_SIZE - 1;
    if (text[fitting] == '\0')
        return fitting;
    for (end = fitting; end > 0 && text[end] != ' '; end--) {}
    return end > 0 ? end : fitting > 0 ? fitting : 1;
}

static void add_message(rows *r, const overlay *o, const char *text, overlay_tone tone, float scale, float room) {
    while (*text && r->count < MAX_ROWS) {
        size_t length = row_length(o, text, scale, room);
        snprintf(r->words[r->count], ROW_SIZE, "%.*s", (int)length, text);
        r->lines[r->count] = (overlay_line){r->words[r->count], NULL, tone};
        r->count++;
        text += length;
        text += strspn(text, " ");
    }
}

static void break_messages(rows *r, const board *b, const overlay *o, float widest, float scale) {
    float room = fminf(MESSAGE_WIDTH, widest / scale - FROM_EDGES) * scale;
    const messages *m = b->messages;
    r->count = 0;
    for (int i = 0; m && i < warnings_count(); i++)
        add_message(r, o, warnings_at(i), OVERLAY_WARNING, scale, room);
    if (m) {
        add_message(r, o, m->oddity, OVERLAY_WARNING, scale, room);
        add_message(r, o, m->note, OVERLAY_NOTICE, scale, room);
        add_message(r, o, m->text, m->kind == MESSAGE_ERROR ? OVERLAY_ERROR : OVERLAY_NOTICE, scale, room);
    }
}

/* How far boxes reach from the corners of the target; 0 for those that are not there. */
typedef struct reach {
    float facts[2], keys[2], words[2];
} reach;

/* The letters' size, 0 where there is no room for facts, and what lies in the column. */
typedef struct plan {
    float scale;
    bool has_keys;
    reach reach;
    rows rows;
} plan;

static void measure_words(plan *p, const overlay *o, float scale) {
    if (p->rows.count > 0)
        overlay_box_size(o, p->rows.lines, p->rows.count, scale, &p->reach.words[0], &p->reach.words[1]);
}

static bool fits(const board *b, const overlay *o, int width, int height, plan *p) {
    reach *r = &p->reach;
    const float edge = FROM_EDGE * p->scale;
    memset(r, 0, sizeof *r);
    overlay_box_size(o, b->facts->lines, b->facts->count, p->scale, &r->facts[0], &r->facts[1]);
    if (p->has_keys)
        overlay_box_size(o, b->keys->lines, b->keys->count, p->scale, &r->keys[0], &r->keys[1]);
    const float column = fmaxf(r->facts[0], r->keys[0]) + edge;
    break_messages(&p->rows, b, o, column, p->scale);
    measure_words(p, o, p->scale);
    return column <= WIDEST * (float)width && r->facts[1] + r->keys[1] + r->words[1] + edge <= (float)height;
}

/* The largest scale that is not above board_scale and not below `least`. */
static bool find_scale(const board *b, const overlay *o, int width, int height, float least, bool has_keys, plan *p) {
    p->has_keys = has_keys;
    p->scale = board_scale(width, height, b->content_scale);
    for (; p->scale >= least - PIXEL / 2; p->scale = text_fit_scale(p->scale - PIXEL))
        if (fits(b, o, width, height, p))
            return true;
    return false;
}

/* Without facts messages may have less than half of the target. */
static void make_plan(const board *b, const overlay *o, int width, int height, plan *p) {
    const float content = b->content_scale > 0 ? b->content_scale : 1, edge = FROM_EDGE * FACTS_LEAST;
    if ((b->keys && find_scale(b, o, width, height, KEYS_LEAST * content, true, p)) ||
        find_scale(b, o, width, height, FACTS_LEAST, false, p))
        return;
    memset(&p->reach, 0, sizeof p->reach);
    p->scale = 0;
    break_messages(&p->rows, b, o, (float)width, FACTS_LEAST);
    measure_words(p, o, FACTS_LEAST);
    if (p->reach.words[0] + edge > (float)width || p->reach.words[1] + edge > (float)(height - b->bottom) / 2)
        p->rows.count = 0;
}

/* All boxes of a column are as wide as the widest. */
static void begin_column(const board *b, overlay *o, int width, int height, plan *p) {
    make_plan(b, o, width, height, p);
    overlay_widen(o, (int)fmaxf(p->reach.facts[0], p->reach.keys[0]));
}

void board_write(const board *b, overlay *o, int width, int height) {
    plan p;
    begin_column(b, o, width, height, &p);
    if (p.scale > 0)
        overlay_box(o, OVERLAY_TOP_LEFT, b->facts->lines, b->facts->count, p.scale);
    overlay_lower(o, (int)p.reach.facts[1]);
    if (p.scale > 0 && p.has_keys)
        overlay_box(o, OVERLAY_TOP_LEFT, b->keys->lines, b->keys->count, p.scale);
    overlay_lower(o, 0);
    overlay_raise(o, p.scale > 0 ? 0 : b->bottom);
    overlay_box(o, OVERLAY_BOTTOM_LEFT, p.rows.lines, p.rows.count, p.scale > 0 ? p.scale : FACTS_LEAST);
    overlay_raise(o, 0);
    overlay_widen(o, 0);
}

int board_row(const board *b, overlay *o, int width, int height, float x, float y) {
    plan p;
    begin_column(b, o, width, height, &p);
    const page *facts = b->facts;
    const int row = p.scale > 0 ? overlay_box_line(o, OVERLAY_TOP_LEFT, facts->lines, facts->count, p.scale, x, y) : -1;
    overlay_widen(o, 0);
    return row;
}

board_extent board_measure(const board *b, const overlay *o, int width, int height) {
    plan p;
    make_plan(b, o, width, height, &p);
    const float column = fmaxf(p.reach.facts[0], p.reach.keys[0]) + FROM_EDGE * p.scale;
    if (p.scale > 0)
        return (board_extent){(int)ceilf(column), 0};
    return (board_extent){0, p.rows.count > 0 ? (int)ceilf(p.reach.words[1] + FROM_EDGE * FACTS_LEAST) : 0};
}
