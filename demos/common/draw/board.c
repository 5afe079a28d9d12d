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

static void break_messages(rows *r, const board *b, const overlay *o, int width, float scale) {
    float widest = (float)(b->message_width > 0 ? b->message_width : width);
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

static bool fits(const board *b, const overlay *o, int width, int height, float scale, bool has_keys, rows *r) {
    float facts[2], keys[2] = {0, 0}, words[2] = {0, 0}, edge = 8 * scale;
    overlay_box_size(o, b->facts->lines, b->facts->count, scale, &facts[0], &facts[1]);
    if (has_keys)
        overlay_box_size(o, b->keys->lines, b->keys->count, scale, &keys[0], &keys[1]);
    break_messages(r, b, o, width, scale);
    if (r->count > 0)
        overlay_box_size(o, r->lines, r->count, scale, &words[0], &words[1]);
    float area = facts[0] * facts[1] + keys[0] * keys[1];
    return area <= (has_keys ? 0.35f : 0.5f) * (float)width * (float)height &&
           (b->stacks ? fmaxf(facts[0], keys[0]) : facts[0] + keys[0]) + edge <= (float)width &&
           (b->stacks ? facts[1] + keys[1] : fmaxf(facts[1], keys[1])) + words[1] + edge <= (float)(height - b->bottom);
}

/* The largest scale that is not above board_scale and not below `least`; 0 where there is none. */
static float find_scale(const board *b, const overlay *o, int width, int height, float least, bool has_keys, rows *r) {
    float scale = board_scale(width, height, b->content_scale);
    for (; scale >= least - PIXEL / 2; scale = text_fit_scale(scale - PIXEL))
        if (fits(b, o, width, height, scale, has_keys, r))
            return scale;
    return 0;
}

static float plan(const board *b, const overlay *o, int width, int height, bool *has_keys, rows *r) {
    float content = b->content_scale > 0 ? b->content_scale : 1;
    float scale = b->keys ? find_scale(b, o, width, height, KEYS_LEAST * content, true, r) : 0;
    *has_keys = scale > 0;
    return scale > 0 ? scale : find_scale(b, o, width, height, FACTS_LEAST, false, r);
}

void board_write(const board *b, overlay *o, int width, int height) {
    bool has_keys;
    rows r;
    float scale = plan(b, o, width, height, &has_keys, &r);
    if (scale > 0)
        overlay_box(o, OVERLAY_TOP_LEFT, b->facts->lines, b->facts->count, scale);
    else
        break_messages(&r, b, o, width, scale = FACTS_LEAST);
    if (has_keys && b->stacks) {
        float facts[2];
        overlay_box_size(o, b->facts->lines, b->facts->count, scale, &facts[0], &facts[1]);
        overlay_lower(o, (int)facts[1]);
    }
    if (has_keys)
        overlay_box(o, b->stacks ? OVERLAY_TOP_LEFT : OVERLAY_TOP_RIGHT, b->keys->lines, b->keys->count, scale);
    overlay_lower(o, 0);
    overlay_raise(o, b->bottom);
    overlay_box(o, OVERLAY_BOTTOM_LEFT, r.lines, r.count, scale);
    overlay_raise(o, 0);
}

int board_row(const board *b, const overlay *o, int width, int height, float x, float y) {
    bool has_keys;
    rows r;
    const float scale = plan(b, o, width, height, &has_keys, &r);
    return scale > 0 ? overlay_box_line(o, OVERLAY_TOP_LEFT, b->facts->lines, b->facts->count, scale, x, y) : -1;
}

board_extent board_measure(const board *b, overlay *o, int width, int height) {
    bool has_keys;
    rows r;
    float facts[2], keys[2] = {0, 0}, scale = plan(b, o, width, height, &has_keys, &r);
    board_extent extent = {0, 0, 0};
    overlay_box_size(o, b->facts->lines, b->facts->count, scale, &facts[0], &facts[1]);
    if (has_keys)
        overlay_box_size(o, b->keys->lines, b->keys->count, scale, &keys[0], &keys[1]);
    if (scale > 0 && b->stacks)
        extent = (board_extent){(int)(facts[1] + keys[1]), (int)fmaxf(facts[0], keys[0]), 0};
    else if (scale > 0)
        extent = (board_extent){(int)fmaxf(facts[1], keys[1]), (int)facts[0], (int)keys[0]};
    return extent;
}
