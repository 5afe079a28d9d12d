/* settings.c - values of settings: their words, their steps, their bytes.  SPDX-License-Identifier: MIT */
#include "frame/settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void *setting_place(const setting *s, void *demo) {
    return (uint8_t *)demo + s->place;
}

static size_t size_of(const setting *s) {
    static const size_t SIZES[] = {[SETTING_FLAG] = sizeof(bool),         [SETTING_COUNT] = sizeof(uint32_t),
                                   [SETTING_NUMBER] = sizeof(double),     [SETTING_CHOICE] = sizeof(int),
                                   [SETTING_GRID] = 3 * sizeof(uint32_t), [SETTING_PATH] = sizeof(char *),
                                   [SETTING_OUTPUT] = sizeof(char *),     [SETTING_PARSED] = 0};
    return SIZES[s->kind];
}

void setting_keep(const setting *s, void *demo, uint8_t kept[SETTING_BYTES]) {
    memcpy(kept, setting_place(s, demo), size_of(s));
}

void setting_restore(const setting *s, void *demo, const uint8_t kept[SETTING_BYTES]) {
    memcpy(setting_place(s, demo), kept, size_of(s));
}

/* ---- numbers ---- */

double setting_number(const setting *s, void *demo) {
    const void *place = setting_place(s, demo);
    const uint32_t *counts = place;
    switch (s->kind) {
    case SETTING_FLAG:
        return *(const bool *)place;
    case SETTING_COUNT:
        return *counts;
    case SETTING_GRID:
        return fmax(fmax(counts[0], counts[1]), counts[2]);
    case SETTING_NUMBER:
        return *(const double *)place;
    case SETTING_CHOICE:
        return *(const int *)place;
    default:
        return 0;
    }
}

static void store(const setting *s, void *demo, double number) {
    void *place = setting_place(s, demo);
    switch (s->kind) {
    case SETTING_FLAG:
        *(bool *)place = number != 0;
        break;
    case SETTING_COUNT:
        *(uint32_t *)place = (uint32_t)number;
        break;
    case SETTING_NUMBER:
        *(double *)place = number;
        break;
    case SETTING_CHOICE:
        *(int *)place = (int)number;
        break;
    case SETTING_GRID:
        for (int axis = 0; axis < 3; axis++)
            ((uint32_t *)place)[axis] = (uint32_t)number;
        break;
    default:
        break;
    }
}

void setting_set_default(const setting *s, void *demo) {
    store(s, demo, s->standard);
}

int setting_choices(const setting *s) {
    int count = 0;
    while (s->choices && s->choices[count])
        count++;
    return count;
}

static double last_choice(const setting *s) {
    return setting_choices(s) - 1;
}

const char *setting_key(const setting *s, bool has_arrows, bool is_plain, char words[SETTING_WORDS]) {
    if (s->key == KEY_SLIDE)
        return has_arrows ? "[ ]" : "up, down, [ ]";
    if (s->key == KEY_SIZE)
        return is_plain ? "+ - G" : "+ \xE2\x88\x92 G";
    if (s->key == KEY_DIGITS)
        snprintf(words, SETTING_WORDS, "1%s%g", is_plain ? "-" : " \xE2\x80\x93 ", last_choice(s) + 1);
    else
        snprintf(words, SETTING_WORDS, "%c", s->key);
    return words;
}

static double moved_into_range(const setting *s, double number) {
    if (s->kind == SETTING_CHOICE)
        return fmin(fmax(number, 0), last_choice(s));
    return s->lowest < s->highest ? fmin(fmax(number, s->lowest), s->highest) : number;
}

bool setting_put(const setting *s, void *demo, double number) {
    const double before = setting_number(s, demo);
    store(s, demo, moved_into_range(s, number));
    return setting_number(s, demo) != before;
}

/* ---- steps ---- */

/* The next stop beyond `now`; past the ends `now` itself, or the first one. */
static double next_stop(const setting *s, double now, int direction, bool around) {
    for (size_t i = 0; i < s->stop_count; i++) {
        const double stop = s->stops[direction > 0 ? i : s->stop_count - 1 - i];
        if (direction > 0 ? stop > now : stop < now)
            return stop;
    }
    return around ? s->stops[0] : now;
}

/* Below `step` there is only 0. */
static double next_product(const setting *s, double now, int direction) {
    if (now <= 0 && direction > 0)
        return s->step;
    const double next = direction > 0 ? now * s->factor : now / s->factor;
    return next < s->step ? s->lowest : next;
}

/* Whole steps: from between two of them to the nearer one. */
static double next_sum(const setting *s, double now, int direction) {
    const double step = s->step > 0 ? s->step : 1, least = 1e-9;
    return step * (direction > 0 ? floor(now / step + least) + 1 : ceil(now / step - least) - 1);
}

bool setting_step(const setting *s, void *demo, int direction, bool around) {
    const double now = setting_number(s, demo);
    double next;
    if (s->kind == SETTING_FLAG)
        next = now == 0;
    else if (s->kind == SETTING_CHOICE)
        next = now + direction > last_choice(s) ? 0 : now + direction < 0 ? last_choice(s) : now + direction;
    else if (s->stops)
        next = next_stop(s, now, direction, around);
    else
        next = s->factor > 0 ? next_product(s, now, direction) : next_sum(s, now, direction);
    return setting_put(s, demo, next);
}

/* ---- words ---- */

void setting_text(const setting *s, void *demo, const char *times, char words[SETTING_WORDS]) {
    const void *place = setting_place(s, demo);
    const uint32_t *grid = place;
    words[0] = '\0';
    switch (s->kind) {
    case SETTING_FLAG:
        snprintf(words, SETTING_WORDS, "%s", *(const bool *)place ? "on" : "off");
        break;
    case SETTING_COUNT:
        snprintf(words, SETTING_WORDS, "%u", (unsigned)*grid);
        break;
    case SETTING_NUMBER:
        snprintf(words, SETTING_WORDS, "%.5g", *(const double *)place);
        break;
    case SETTING_CHOICE:
        snprintf(words, SETTING_WORDS, "%s", s->choices[*(const int *)place]);
        break;
    case SETTING_GRID:
        snprintf(words, SETTING_WORDS, "%u%s%u%s%u", (unsigned)grid[0], times, (unsigned)grid[1], times,
                 (unsigned)grid[2]);
        break;
    default:
        break;
    }
    if (s->otherwise && (s->kind == SETTING_COUNT || s->kind == SETTING_NUMBER) &&
        setting_number(s, demo) == s->standard)
        snprintf(words, SETTING_WORDS, "%s", s->otherwise);
}
