/* work.c - subjects, the work on them, and how long it takes.  SPDX-License-Identifier: MIT */
#include "frame/own.h"

#include "common/files/clock.h"
#include "common/files/memory.h"
#include "common/files/warnings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double RADIANS_PER_DEGREE = 0.017453292519943295;
static const double NEWS = 0.15; /* weight of the last work in the mean times */

int work_stages(const demo *d) {
    int count = 0;
    while (d->stages && d->stages[count])
        count++;
    return count;
}

int work_times(const demo *d) {
    return work_stages(d) + 1 + d->gpu_stages;
}

void frame_time(frame *f, int stage, double ms) {
    f->ms[stage] += ms;
    f->ms[work_stages(f->demo)] += isnan(ms) ? 0 : ms;
}

void frame_gpu_time(frame *f, int stage, double ms) {
    f->ms[work_stages(f->demo) + 1 + stage] = ms;
}

void frame_total(frame *f, double ms) {
    f->ms[work_stages(f->demo)] = ms;
}

void frame_remake(frame *f) {
    f->own->wish = WISH_MAKE;
    f->own->changed = true;
}

void frame_reload(frame *f) {
    f->own->wish = WISH_LOAD;
    f->own->changed = true;
}

void frame_look(frame *f, bool keeps_angles) {
    f->own->looks_anew = f->own->changed = true;
    f->own->keeps_angles = keeps_angles;
}

double frame_last_ms(const frame *f) {
    return f->own->frames > 0 ? 0 : f->own->frame_ms;
}

void work_keep_settings(frame *f, uint8_t (*kept)[SETTING_BYTES]) {
    for (size_t i = 0; i < f->demo->setting_count; i++)
        setting_keep(&f->demo->settings[i], f->self, kept[i]);
}

void work_restore_settings(frame *f, uint8_t (*kept)[SETTING_BYTES]) {
    for (size_t i = 0; i < f->demo->setting_count; i++)
        setting_restore(&f->demo->settings[i], f->self, kept[i]);
}

/* ---- make ---- */

static void take_means(frame *f) {
    for (int i = 0; i <= work_stages(f->demo); i++) {
        const double now = f->ms[i];
        double *mean = &f->own->mean[i];
        *mean = isnan(now) || isnan(*mean) ? now : *mean + NEWS * (now - *mean);
    }
}

bool work_make(frame *f) {
    const double begin = clock_ms();
    if (!f->demo->times_draw)
        memset(f->ms, 0, sizeof f->ms);
    if (!f->demo->make(f->self, f))
        return false;
    f->own->work_ms = clock_ms() - begin;
    if (!f->demo->times_draw)
        take_means(f);
    work_keep_settings(f, f->own->made);
    return true;
}

bool work_draw(frame *f, const frame_target *target) {
    if (f->demo->times_draw)
        memset(f->ms, 0, sizeof f->ms);
    if (!f->demo->draw(f->self, f, target))
        return false;
    if (f->demo->times_draw)
        take_means(f);
    return true;
}

/* One of `runs` pictures, from all around; the last one is as the camera stands. */
static bool measure_picture(frame *f, uint32_t run, uint32_t runs) {
    const frame_own *o = f->own;
    const int width = (int)o->pixels[0], height = (int)o->pixels[1];
    const frame_target target = {f->own->picture.framebuffer, width, height, true, false, false};
    work_look(f, width, height);
    if (run + 1 < runs)
        f->camera.azimuth += (float)(6.283185307179586 * (run + 1) / runs);
    return work_draw(f, &target);
}

bool work_measure(frame *f) {
    const uint32_t runs = f->own->repeat;
    const int times = work_times(f->demo);
    const bool draws = f->demo->times_draw;
    if (draws &&
        (!picture_resize(&f->own->picture, f->viewer.library.gl, (int)f->own->pixels[0], (int)f->own->pixels[1]) ||
         !measure_picture(f, 0, 1)))
        return false;
    if (runs == 1)
        return true; /* work_load has made it */
    double *ms = memory_zeroed((size_t)runs * (size_t)times * sizeof *ms);
    bool ok = ms != NULL;
    for (uint32_t run = 0; ok && run < runs; run++) {
        ok = draws ? measure_picture(f, run, runs) : work_make(f);
        for (int i = 0; i < times; i++)
            ms[(size_t)i * runs + run] = f->ms[i];
    }
    for (int i = 0; ok && i < times; i++)
        f->ms[i] = isnan(ms[(size_t)i * runs]) ? NAN : median_of(ms + (size_t)i * runs, runs);
    free(ms);
    return ok;
}

bool work_record(frame *f) {
    frame_own *o = f->own;
    const size_t count = (size_t)work_times(f->demo), more = 1024;
    f->runs++;
    if (o->record_count == FRAME_RECORDS) /* an hour of frames, and no more memory than that */
        return true;
    if (o->record_count % more == 0) {
        double *larger = realloc(o->records, (o->record_count + more) * count * sizeof *larger);
        if (!larger)
            return error_set("out of memory for the times of %zu frames", o->record_count + more);
        o->records = larger;
    }
    memcpy(o->records + o->record_count++ * count, f->ms, count * sizeof *f->ms);
    return true;
}

void work_take_medians(frame *f) {
    const frame_own *o = f->own;
    const int times = work_times(f->demo);
    double *values = malloc((o->record_count + 1) * sizeof *values);
    for (int i = 0; values && i < times; i++) {
        size_t count = 0;
        for (size_t k = 0; k < o->record_count; k++)
            if (!isnan(o->records[k * (size_t)times + (size_t)i]))
                values[count++] = o->records[k * (size_t)times + (size_t)i];
        f->ms[i] = count > 0 ? median_of(values, count) : NAN;
    }
    free(values);
}

void work_move(frame *f, double seconds) {
    f->passed_s = seconds;
    if (!frame_moves(f))
        return;
    f->camera.azimuth += (float)(f->passed_s * f->demo->turns);
    if (f->demo->move)
        f->demo->move(f->self, f);
}

/* ---- load ---- */

void work_look(frame *f, int width, int height) {
    const frame_own *o = f->own;
    if (f->demo->eye != EYE_CAMERA)
        return;
    f->demo->look(f->self, f, width, height);
    const float elevation = f->camera.elevation + (float)(o->rise * RADIANS_PER_DEGREE);
    f->camera.azimuth += (float)(o->turn * RADIANS_PER_DEGREE);
    f->camera.elevation = fminf(fmaxf(elevation, -1.5f), 1.5f); /* straight down has no up */
    f->camera.zoom *= (float)o->zoom;
}

/* The next subject has failed. What its struct has before `kept` may be newer than that of the one before. */
static void take_back(frame *f, void *before, const char *path, const uint32_t size[2]) {
    f->demo->unload(f->self, f);
    memcpy(before, f->self, f->demo->kept);
    free(f->self);
    f->self = before;
    work_restore_settings(f, f->own->made);
    memcpy(f->path, path, sizeof f->path);
    memcpy(f->image_size, size, sizeof f->image_size);
}

bool work_load(frame *f, const char *path) {
    const demo *d = f->demo;
    const int warnings = warnings_count();
    char *last = malloc(sizeof f->path);
    void *before = f->self, *next = last ? memory_zeroed(d->size) : NULL;
    uint32_t size[2];
    if (!next) {
        free(last);
        return error_set("out of memory");
    }
    memcpy(last, f->path, sizeof f->path);
    memcpy(size, f->image_size, sizeof size);
    memcpy(next, before, d->kept);
    f->self = next;
    if (path != f->path)
        snprintf(f->path, sizeof f->path, "%s", path);
    const bool is_read = d->load(f->self, f), ok = is_read && work_make(f);
    if (is_read && !ok && f->path[0])
        error_set("%s: %s", f->path, error_text());
    if (ok) {
        d->unload(before, f);
        free(before);
        warnings_forget_first(warnings);
    } else {
        take_back(f, before, last, size);
        warnings_forget_after(warnings);
    }
    free(last);
    return ok;
}

/* ---- pace ---- */

bool frame_moves(const frame *f) {
    return f->moves && (!f->demo->can_move || f->demo->can_move(f->self, f));
}

void frame_grid(const frame *f, const uint32_t chosen[3], uint32_t out[3]) {
    const uint32_t longest = pace_longest(chosen);
    pace_grid(chosen, f->own->paced && f->own->paced < longest ? f->own->paced : longest, out);
}

static const setting *paced_setting(const frame *f) {
    for (size_t i = 0; i < f->demo->setting_count; i++)
        if (f->demo->settings[i].paced)
            return &f->demo->settings[i];
    return NULL;
}

/* Frames that are counted are all alike, so that they can be compared. */
void work_pace(frame *f) {
    frame_own *o = f->own;
    const setting *s = paced_setting(f);
    const uint32_t before = o->paced;
    if (!s || o->frames > 0 || (f->demo->can_pace && !f->demo->can_pace(f->self, f)))
        return;
    const uint32_t most = (uint32_t)setting_number(s, f->self);
    const bool is_pacing = f->demo->is_pacing ? f->demo->is_pacing(f->self, f) : frame_moves(f);
    const uint32_t wanted = pace_frame(&o->pace, most, o->frame_ms, is_pacing);
    if (wanted != (before ? before : most)) {
        o->paced = wanted;
        if (!(s->effect == CHANGE_LOADS ? work_load(f, f->path) : work_make(f))) {
            messages_say(&f->messages, MESSAGE_ERROR, "%s", error_text());
            o->paced = before;
            pace_give_up(&o->pace);
        }
    }
    if (!o->is_told)
        pace_words(&o->pace, most, s->paced, "while it moves", f->messages.note, sizeof f->messages.note);
}

/* ---- wishes ---- */

static bool do_wish(frame *f, frame_wish wish) {
    return wish == WISH_LOAD ? work_load(f, f->path) : work_make(f);
}

/* The settings are what they were; or the one that goes round and round has its first value. */
static bool do_without(frame *f, frame_wish wish) {
    const setting *around = f->own->around;
    messages_say(&f->messages, MESSAGE_ERROR, "%s", error_text());
    work_restore_settings(f, f->own->made);
    f->own->around = NULL;
    if (around && setting_put(around, f->self, around->stops[0]) && do_wish(f, wish))
        return true;
    work_restore_settings(f, f->own->made);
    return wish == WISH_LOAD || work_make(f); /* what was loaded is there */
}

bool work_now(frame *f) {
    const frame_wish wish = f->own->wish;
    f->own->wish = WISH_NONE;
    return wish == WISH_NONE || do_wish(f, wish) || do_without(f, wish);
}

bool work_follow(frame *f) {
    static const double LONG_MS = 400;
    frame_own *o = f->own;
    if (o->wish == WISH_NONE)
        return true;
    if (o->work_ms > LONG_MS && !o->is_told && !frame_moves(f)) { /* what moves by itself has each of its frames */
        snprintf(f->messages.note, sizeof f->messages.note, "working ...");
        o->is_told = true;
        return true;
    }
    if (o->is_told)
        f->messages.note[0] = '\0';
    o->is_told = false;
    return work_now(f);
}
