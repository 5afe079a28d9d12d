/* slider.c - a value on a scale that the pointer drags, and how often which values are there.  SPDX-License-Identifier: MIT */
#include "common/draw/slider.h"

#include <math.h>
#include <stdio.h>

/* Lengths in units of the scale: capitals are 7 high. */
static const float FROM_EDGE = 8, PADDING = 10, NARROWEST = 90;
static const float LOWEST_HISTOGRAM = 12, HIGHEST_HISTOGRAM = 30, PLAIN_TRACK = 6;
static const float TICK = 4, MINOR_TICK = 2, NUMBER = 7, BELOW_TICK = 3, VALUE = 14;
static const float HANDLE_WIDTH = 9, HANDLE_HEIGHT = 9, BETWEEN_NUMBERS = 12;
enum { WORDS = 32 };

static const float BOARD[4] = {0.035f, 0.042f, 0.058f, 0.78f}, SCALE[4] = {0.66f, 0.71f, 0.79f, 1};
static const float WHITE[4] = {1, 1, 1, 1}, SHADOW[4] = {0, 0, 0, 0.55f};

slider slider_place(const slider_scale *values, int columns, int width, int height, float scale) {
    slider s = {0};
    s.scale = scale;
    s.values = *values;
    width -= columns;
    float room = (float)width - 2 * FROM_EDGE * scale;
    float board = floorf(fminf(room, fmaxf((float)width * 0.5f, 320 * scale)));
    float histogram = floorf(fminf(fmaxf((float)height * 0.05f, LOWEST_HISTOGRAM * scale), HIGHEST_HISTOGRAM * scale));
    if (!values->bins)
        histogram = floorf(PLAIN_TRACK * scale);
    float tall = (2 * PADDING - 4 + NUMBER + BELOW_TICK + TICK + VALUE) * scale + histogram;
    if (board < NARROWEST * scale || tall > (float)height / 2)
        return s;
    s.left = (float)columns + floorf(((float)width - board) / 2);
    s.right = s.left + board;
    s.bottom = floorf(FROM_EDGE * scale);
    s.top = s.bottom + floorf(tall);
    s.x = s.left + floorf(PADDING * scale);
    s.y = s.bottom + floorf((PADDING - 2 + NUMBER + BELOW_TICK + TICK) * scale);
    s.width = board - 2 * floorf(PADDING * scale);
    s.height = histogram;
    return s;
}

bool slider_has(const slider *s, float x, float y) {
    return s->width > 0 && x >= s->left && x < s->right && y >= s->bottom && y < s->top;
}

double slider_value(const slider *s, float x) {
    double low = s->values.minimum, high = s->values.maximum, at = ((double)x - s->x) / s->width;
    if (!(high > low) || at <= 0)
        return low;
    double unit = pow(10, floor(log10((high - low) / s->width))); /* finer than a pixel: digits that nobody chose go */
    return at >= 1 ? high : fmin(fmax(unit * floor((low + (high - low) * at) / unit + 0.5), low), high);
}

float slider_handle(const slider *s, double value) {
    double range = s->values.maximum - s->values.minimum;
    double at = range > 0 ? (value - s->values.minimum) / range : 0.5;
    return s->x + s->width * (float)fmin(fmax(at, 0), 1);
}

double slider_next(const slider_scale *f, double value, int direction) {
    const double part = (f->maximum - f->minimum) / f->bin_count, at = part > 0 ? (value - f->minimum) / part : 0;
    const double rounded = 1e-6; /* of a value that is the end of a bin */
    int bin = (int)fmin(fmax(direction > 0 ? floor(at + rounded) : ceil(at - rounded) - 1, -1), f->bin_count);
    while (bin >= 0 && bin < f->bin_count && f->bins[bin] == 0)
        bin += direction;
    bin = bin < 0 ? 0 : bin < f->bin_count ? bin : f->bin_count - 1;
    return f->minimum + part * (bin + (direction > 0));
}

float slider_grip(const slider *s, double value, float x) {
    float away = x - slider_handle(s, value);
    return fabsf(away) <= HANDLE_WIDTH * s->scale ? away : 0;
}

/* ---- the scale ---- */

/* Of 1, 2 and 5 times powers of ten, the least step from `least` on. */
static double nice_step(double least) {
    double power = pow(10, floor(log10(least)));
    double times = least / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

static void name_tick(char words[WORDS], double value, double step) {
    snprintf(words, WORDS, "%.6g", fabs(value) < step / 2 ? 0 : value); /* never -0 */
}

static float widest_number(const slider *s, const overlay *o, double step) {
    char first[WORDS], last[WORDS];
    name_tick(first, ceil(s->values.minimum / step) * step, step);
    name_tick(last, floor(s->values.maximum / step) * step, step);
    return fmaxf(overlay_text_width(o, first, s->scale), overlay_text_width(o, last, s->scale));
}

/* As many numbers as have room side by side. */
static double choose_step(const slider *s, const overlay *o) {
    enum { MOST = 12 };
    double range = s->values.maximum - s->values.minimum, step = nice_step(range / MOST);
    for (int tries = 0; tries < 12; tries++) {
        float apart = s->width * (float)(step / range);
        if (apart >= widest_number(s, o, step) + BETWEEN_NUMBERS * s->scale)
            break;
        step = nice_step(step * 1.5);
    }
    return step;
}

static void write_tick(const slider *s, overlay *o, double value, double step, bool has_number) {
    char words[WORDS];
    float scale = s->scale, x = slider_handle(s, value), line = fmaxf(1, floorf(scale));
    float tall = floorf((has_number ? TICK : MINOR_TICK) * scale);
    overlay_rectangle(o, floorf(x - line / 2), s->y - tall, line, tall, SCALE, SCALE);
    if (!has_number)
        return;
    name_tick(words, value, step);
    float wide = overlay_text_width(o, words, scale), pad = floorf((PADDING - 3) * scale);
    float begin = fminf(fmaxf(x - wide / 2, s->left + pad), s->right - pad - wide);
    overlay_text(o, words, floorf(begin), s->y - floorf((TICK + BELOW_TICK + NUMBER) * scale), scale, SCALE);
}

/* Five small steps a number, or four where a number is 2, 20, .. */
static void write_scale(const slider *s, overlay *o) {
    const slider_scale *f = &s->values;
    double step = choose_step(s, o), power = pow(10, floor(log10(step) + 1e-9));
    int parts = fabs(step / power - 2) < 0.1 ? 4 : 5;
    double small = step / parts;
    for (double i = ceil(f->minimum / small); i * small <= f->maximum; i++)
        write_tick(s, o, i * small, step, fmod(i, parts) == 0);
}

/* ---- the histogram ---- */

static void mix(const float color[3], float brightness, float alpha, float out[4]) {
    for (int i = 0; i < 3; i++)
        out[i] = fminf(color[i] * brightness, 1);
    out[3] = alpha;
}

static double tallest_bin(const slider_scale *f) {
    double most = 1;
    for (int i = 0; i < f->bin_count; i++)
        most = fmax(most, log(1 + (double)f->bins[i]));
    return most;
}

/* A column of pixels wide or more, of the fullest bin that it has. */
static double count_between(const slider_scale *f, double low, double high) {
    double most = 0;
    for (int i = (int)low; i < f->bin_count && (i < high || i == (int)low); i++)
        most = fmax(most, (double)f->bins[i]);
    return most;
}

static void write_track(const slider *s, double value, overlay *o) {
    const slider_scale *f = &s->values;
    float handle = slider_handle(s, value), below[4], above[4];
    mix(f->below, 1, 0.95f, below);
    mix(f->above, 1, 0.95f, above);
    overlay_rectangle(o, s->x, s->y, handle - s->x, s->height, below, below);
    overlay_rectangle(o, handle, s->y, s->x + s->width - handle, s->height, above, above);
}

static void write_columns(const slider *s, double value, overlay *o) {
    const slider_scale *f = &s->values;
    double most = tallest_bin(f);
    float handle = slider_handle(s, value), wide = fmaxf(1, floorf(s->width / (float)f->bin_count));
    float high[2][4], low[2][4];
    for (int k = 0; k < 2; k++) {
        const float *color = k ? f->above : f->below;
        mix(color, 1, 0.95f, high[k]);
        mix(color, 0.45f, 0.80f, low[k]);
    }
    for (float x = 0; x < s->width; x += wide) {
        float width = fminf(wide, s->width - x);
        double count =
            count_between(f, x / s->width * (float)f->bin_count, (x + width) / s->width * (float)f->bin_count);
        float tall = s->height * (float)(log(1 + count) / most);
        int kind = value <= f->minimum || (value <= f->maximum && s->x + x + width / 2 >= handle);
        overlay_rectangle(o, s->x + x, s->y, width, tall, high[kind], low[kind]);
    }
}

/* ---- the whole ---- */

static void write_board(const slider *s, overlay *o) {
    int radius = (int)(4 * s->scale);
    float wide = s->right - s->left, r = (float)radius;
    for (int i = 0; i < radius; i++) {
        float up = r - (float)i - 0.5f, inset = floorf(r - sqrtf(r * r - up * up) + 0.5f);
        overlay_rectangle(o, s->left + inset, s->bottom + (float)i, wide - 2 * inset, 1, BOARD, BOARD);
        overlay_rectangle(o, s->left + inset, s->top - (float)i - 1, wide - 2 * inset, 1, BOARD, BOARD);
    }
    overlay_rectangle(o, s->left, s->bottom + r, wide, s->top - s->bottom - 2 * r, BOARD, BOARD);
}

/* A line through the histogram, and a tab above it that points down; beside it the number. */
static void write_handle(const slider *s, double value, overlay *o) {
    char words[WORDS];
    float scale = s->scale, x = floorf(slider_handle(s, value)), line = fmaxf(1, floorf(scale));
    float half = floorf(HANDLE_WIDTH * scale / 2), above = s->y + s->height;
    int rows = (int)(HANDLE_HEIGHT * scale);
    overlay_rectangle(o, x - line - floorf(line / 2), s->y, 3 * line, s->height, SHADOW, SHADOW);
    overlay_rectangle(o, x - floorf(line / 2), s->y - floorf(TICK * scale), line, s->height + TICK * scale, WHITE,
                      WHITE);
    for (int i = 0; i < rows; i++) { /* a point below, then straight up */
        float wide = fminf(half, (float)i + line / 2);
        overlay_rectangle(o, x - wide, above + (float)i, 2 * wide + line, 1, WHITE, WHITE);
    }
    snprintf(words, sizeof words, "%.5g", value == 0 ? 0 : value);
    float wide = overlay_text_width(o, words, scale), beside = half + 4 * scale;
    float begin = x + beside + wide < s->right - 4 * scale ? x + beside : x - beside - wide;
    overlay_text(o, words, floorf(begin), above + floorf(1.5f * scale), scale, WHITE);
}

void slider_write(const slider *s, double value, overlay *o) {
    if (s->width <= 0)
        return;
    write_board(s, o);
    if (s->values.maximum > s->values.minimum) {
        if (s->values.bins)
            write_columns(s, value, o);
        else
            write_track(s, value, o);
        write_scale(s, o);
    }
    overlay_rectangle(o, s->x, s->y, s->width, fmaxf(1, floorf(s->scale)), SCALE, SCALE);
    write_handle(s, value, o);
}
