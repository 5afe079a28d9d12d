/* life.c - the life of a demo: from its command line to its end.  SPDX-License-Identifier: MIT */
#include "frame/film.h"
#include "frame/own.h"

#include "common/files/memory.h"
#include "common/files/outfile.h"
#include "common/files/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the still run: measured, saved, told ---- */

/* Before the work, and not after it. */
static bool try_outputs(frame *f) {
    const frame_own *o = f->own;
    const char *const options[] = {"--output", "--screenshot", "--json", "--video"};
    const char *const names[] = {f->demo->story ? NULL : o->output, o->screenshot, o->json, o->video};
    const char *folder = f->demo->story ? o->output : NULL;
    bool ok = !folder || film_make_folder(folder);
    for (int i = 0; ok && i < 4; i++) {
        ok = outfile_try(names[i]);
        if (ok && film_has_frame(folder, names[i])) /* other files may lie beside the frames */
            ok = error_set("%s %s: a frame of --output %s may have that name", options[i], names[i], folder);
    }
    for (size_t i = 0; ok && i < f->demo->setting_count; i++)
        if (f->demo->settings[i].kind == SETTING_OUTPUT)
            ok = outfile_try(*(const char **)setting_place(&f->demo->settings[i], f->self));
    return ok;
}

static bool save(frame *f) {
    const frame_own *o = f->own;
    return (!o->output || f->demo->save(f->self, f, o->output)) &&
           (!o->screenshot || frame_save_screenshot(f, o->screenshot)) &&
           (!f->demo->save_more || f->demo->save_more(f->self, f));
}

static bool report(frame *f) {
    const frame_own *o = f->own;
    FILE *stream = o->has_stdout ? stderr : stdout;
    if (f->demo->story)
        work_take_medians(f);
    if (o->json && !report_json(f, o->json))
        return false;
    report_summary(f, stream);
    return outfile_flush(stream);
}

static bool run_still(frame *f) {
    const frame_own *o = f->own;
    if (!work_measure(f))
        return false;
    work_look(f, (int)o->pixels[0], (int)o->pixels[1]);
    return save(f) && report(f);
}

/* ---- life ---- */

static bool allocate(frame *f, const demo *d) {
    frame_own *o = memory_zeroed(sizeof *o);
    f->demo = d;
    f->own = o;
    if (!o)
        return false;
    for (int i = 0; i < FRAME_TIMES; i++)
        o->mean[i] = f->ms[i] = NAN;
    f->self = memory_zeroed(d->size);
    o->texts = memory_zeroed(FRAME_OPTIONS * sizeof *o->texts);
    o->first = memory_zeroed((d->setting_count + 1) * sizeof *o->first);
    o->made = memory_zeroed((d->setting_count + 1) * sizeof *o->made);
    f->messages.program = d->program;
    f->moves = !d->rests;
    return f->self && o->texts && o->first && o->made;
}

static void release(frame *f) {
    frame_own *o = f->own;
    if (f->self && f->demo->unload)
        f->demo->unload(f->self, f);
    if (f->self && f->demo->close)
        f->demo->close(f->self, f);
    free(f->self);
    if (o) {
        overlay_destroy(o->overlay);
        picture_free(&o->picture);
        picture_free(&o->seen);
        free(o->texts);
        free(o->first);
        free(o->made);
        free(o->records);
    }
    viewer_close(&f->viewer);
    free(o);
}

static bool open_all(frame *f) {
    const frame_own *o = f->own;
    const viewer_desc view = {f->demo->title, frame_gl(f), o->headless, (int)o->pixels[0], (int)o->pixels[1]};
    if (!viewer_open(&f->viewer, &view) || (f->demo->open && !f->demo->open(f->self, f)))
        return false;
    work_keep_settings(f, f->own->first); /* `open` may have chosen what this GL has */
    work_keep_settings(f, f->own->made);
    return work_load(f, o->operand ? o->operand : "");
}

static bool run(frame *f) {
    system_survive_writes();
    const bool has_window = !f->own->headless;
    if (!try_outputs(f) || !open_all(f))
        return false;
    if (f->demo->story) /* is told at its end */
        return (has_window ? window_run(f) : story_run(f)) && report(f);
    return run_still(f) && (!f->own->video || story_film(f)) && (!has_window || window_run(f));
}

/* What frame.h calls an error. */
static const char *missing(const demo *d) {
    const struct {
        bool is_there;
        const char *name;
    } needed[] = {{d->title && d->summary && d->operand && d->subject && d->dropped, "words"},
                  {d->gls != 0, "gls"},
                  {d->window[0] > 0 && d->picture[0] > 0, "sizes"},
                  {d->size > 0 && d->kept > 0 && d->kept <= d->size, "size and kept"},
                  {d->load && d->unload && d->make && d->draw && d->tell, "load, unload, make, draw and tell"},
                  {d->eye != EYE_CAMERA || d->look, "look"},
                  {!d->outputs || (d->save && d->output_help), "save and output_help"}};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (!needed[i].is_there)
            return needed[i].name;
    for (size_t i = 0; i < d->setting_count; i++)
        if (d->settings[i].name && !d->settings[i].help)
            return "help of a setting";
    return NULL;
}

static frame the_frame;

frame *frame_running(void) {
    return &the_frame;
}

int frame_main(const demo *d, int argc, char **argv) {
    frame *f = &the_frame;
    const char *lack = missing(d);
    if (lack) {
        fprintf(stderr, "%s: its description lacks %s\n", d->program ? d->program : "demo", lack);
        return STATUS_FAILED;
    }
    frame_set_program(d->program);
    system_begin(true);
    child_serve(d->reader, argc, argv);
    bool ok = allocate(f, d);
    int status = ok ? command_read(f, argc, argv) : -1;
    if (status < 0) {
        ok = ok && run(f);
        status = ok ? STATUS_OK : STATUS_FAILED;
    }
    if (!ok)
        fprintf(stderr, "%s: %s\n", d->program, error_text());
    release(f);
    return system_end(d->program, status);
}
