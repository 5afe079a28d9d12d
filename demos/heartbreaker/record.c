/* record.c - the show without a window: frames of the whole story, and single pictures.  SPDX-License-Identifier: MIT */
#include "record.h"

#include "panel.h"

#include "common/draw/picture.h"
#include "common/files/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void begin_story(player *p) {
    player_restart(p);
    p->show.goes_on = true;
}

static bool save(const picture *from, film *f) {
    uint8_t *rgb = picture_read(from);
    bool ok = rgb && film_frame(f, rgb);
    free(rgb);
    return ok;
}

/* `passed` is the story's time since the frame before. */
static bool record_frame(player *p, panel *words, const record_desc *desc, const picture *into, film *f,
                         double passed) {
    if (!player_frame(p, passed, into->framebuffer, into->width, into->height, desc->fine))
        return false;
    if (words) {
        panel_state state = {p, desc->model, NULL, 0, 0};
        panel_draw(words, &state, into->framebuffer, into->width, into->height);
    }
    bool saves = desc->film.folder || desc->film.video;
    return saves ? save(into, f) : film_frame(f, NULL);
}

bool record_story(player *p, const record_desc *desc, times *t) {
    picture into;
    memset(&into, 0, sizeof into);
    panel *words = NULL;
    film *f = film_open(&desc->film);
    bool ok = f && picture_resize(&into, p->desc.painter->gl, desc->film.width, desc->film.height);
    if (ok && desc->has_panel) {
        words = panel_create(p->desc.painter);
        ok = words != NULL;
    }
    begin_story(p);
    double length = show_length(), before = 0;
    for (uint32_t i = 0; ok && i < desc->film.frames; i++) {
        double now = length * i / desc->film.frames;
        ok = record_frame(p, words, desc, &into, f, now - before) &&
             (times_add(t, &p->times) || error_set("out of memory for the frames' times"));
        before = now;
    }
    /* Where a frame failed that is what is told, whatever becomes of the video. */
    char why[ERROR_SIZE];
    snprintf(why, sizeof why, "%s", error_text());
    bool closed = film_close(f);
    ok = ok ? closed : error_set("%s", why);
    panel_destroy(words);
    picture_free(&into);
    return ok;
}

/* Into a picture of its own, at twice its resolution. */
static bool save_still(player *p, const char *path, int width, int height, bool is_new, double seconds) {
    picture into;
    memset(&into, 0, sizeof into);
    uint8_t *rgb = NULL;
    bool ok = picture_resize(&into, p->desc.painter->gl, width, height) &&
              (is_new ? player_frame(p, seconds, into.framebuffer, width, height, true)
                      : player_draw(p, into.framebuffer, width, height, true));
    if (ok) {
        rgb = picture_read(&into);
        ok = rgb && image_write_png(path, rgb, (uint32_t)width, (uint32_t)height);
    }
    free(rgb);
    picture_free(&into);
    return ok;
}

bool record_moment(player *p, double at, const char *path, int width, int height) {
    begin_story(p);
    return save_still(p, path, width, height, true, at);
}

bool record_still(player *p, const char *path, int width, int height) {
    return save_still(p, path, width, height, false, 0);
}
