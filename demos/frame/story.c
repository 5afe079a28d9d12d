/* story.c - frames that follow each other without a window: into PNG files, into a video, or to be measured.  SPDX-License-Identifier: MIT */
#include "frame/own.h"

#include "frame/film.h"

#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdlib.h>

bool story_has_film(const demo *d) {
    return d->story || d->move || d->turns > 0;
}

static void begin(frame *f) {
    f->is_live = true;
    f->moves = true;
    if (f->demo->begin)
        f->demo->begin(f->self, f);
    work_look(f, (int)f->own->pixels[0], (int)f->own->pixels[1]);
}

/* What fails ends a film; a user at a window could go on. */
static bool follow(frame *f, double seconds) {
    work_move(f, seconds);
    const frame_wish wish = f->own->wish;
    f->own->wish = WISH_NONE;
    return wish == WISH_NONE || (wish == WISH_LOAD ? work_load(f, f->path) : work_make(f));
}

static bool draw_frame(frame *f, double seconds) {
    const frame_own *o = f->own;
    const int width = (int)o->pixels[0], height = (int)o->pixels[1];
    const frame_target target = {o->picture.framebuffer, width, height, true, true, !o->is_fine};
    return follow(f, seconds) && panel_draw(f, &target, o->has_words) && (!f->demo->story || work_record(f));
}

/* Frames that no file needs are not read back. */
static bool film_next(frame *f, film *out, bool has_files, double seconds) {
    if (!draw_frame(f, seconds))
        return false;
    uint8_t *rgb = has_files ? picture_read(&f->own->picture) : NULL;
    const bool ok = (!has_files || rgb) && film_frame(out, rgb);
    free(rgb);
    return ok;
}

bool story_film(frame *f) {
    frame_own *o = f->own;
    const double length = f->demo->story ? f->demo->story() : o->frames > 0 ? o->frames / (double)o->fps : FILM_SECONDS;
    const uint32_t frames = o->frames > 0 ? o->frames : (uint32_t)ceil(length * o->fps);
    const film_desc desc = {
        f->demo->program, f->demo->story ? o->output : NULL, o->video, frames, o->fps, (int)o->pixels[0],
        (int)o->pixels[1]};
    film *out = film_open(&desc);
    bool ok = out && picture_resize(&o->picture, f->viewer.library.gl, desc.width, desc.height) &&
              (!o->has_words || o->overlay || (o->overlay = overlay_create(&f->viewer.painter)) != NULL);
    begin(f);
    double before = 0;
    for (uint32_t i = 0; ok && i < frames; i++) {
        const double now = length * i / frames;
        ok = film_next(f, out, desc.folder || desc.video, now - before);
        before = now;
    }
    /* Where a frame failed that is what is told, whatever becomes of the video. */
    char why[ERROR_SIZE];
    snprintf(why, sizeof why, "%s", error_text());
    const bool closed = film_close(out);
    return ok ? closed : error_set("%s", why);
}

bool story_run(frame *f) {
    const frame_own *o = f->own;
    const bool tells = o->output || o->video || o->frames > 0 || o->json || !o->screenshot;
    if (tells && !story_film(f))
        return false;
    if (!o->screenshot)
        return true;
    begin(f);
    return follow(f, o->at_ms / 1000.0) && frame_save_screenshot(f, o->screenshot);
}
