/* command.c - the command line: settings as options, those that all demos have, and what is wrong about them together.
 * SPDX-License-Identifier: MIT */
#include "frame/own.h"

#include "common/files/options.h"
#include "common/files/outfile.h"
#include "common/platform/gl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 12 };

/* The table that is being made. */
typedef struct table {
    frame *frame;
    option rows[FRAME_OPTIONS];
    size_t count;
} table;

static option *add(table *t, const char *name, const char *value, const char *help, option_kind kind, void *target) {
    option *row = &t->rows[t->count];
    *row = (option){.name = name, .value = value, .help = help, .kind = kind, .target = target};
    t->frame->own->options[t->count++] = name + 2;
    return row;
}

static void add_count(table *t, const char *name, const char *value, const char *help, uint32_t lowest,
                      uint32_t highest, void *target) {
    option *row = add(t, name, value, help, OPTION_COUNT, target);
    row->minimum = lowest;
    row->maximum = highest;
}

static void add_number(table *t, const char *name, const char *value, const char *help, double lowest, double highest,
                       void *target) {
    option *row = add(t, name, value, help, OPTION_NUMBER, target);
    row->lowest = lowest;
    row->highest = highest;
}

static void add_file(table *t, const char *name, const char *value, const char *help, const char *const *endings,
                     void *target) {
    add(t, name, value, help, OPTION_PATH, target)->allowed = endings;
}

/* ---- settings ---- */

static void tell_default(const setting *s, void *demo, char *words, size_t size) {
    char text[SETTING_WORDS] = "";
    setting_text(s, demo, "x", text);
    if (s->kind == SETTING_GRID && s->standard > 0)
        snprintf(words, size, " (%g)", s->standard);
    else if (s->otherwise)
        snprintf(words, size, " (%s)", s->otherwise);
    else if (s->kind != SETTING_FLAG && s->kind < SETTING_PATH)
        snprintf(words, size, " (%s)", text);
}

static void add_setting(table *t, const setting *s) {
    static const option_kind KINDS[] = {
        [SETTING_FLAG] = OPTION_FLAG,    [SETTING_COUNT] = OPTION_COUNT,  [SETTING_NUMBER] = OPTION_NUMBER,
        [SETTING_CHOICE] = OPTION_INDEX, [SETTING_GRID] = OPTION_GRID,    [SETTING_PATH] = OPTION_PATH,
        [SETTING_OUTPUT] = OPTION_PATH,  [SETTING_PARSED] = OPTION_PARSED};
    void *demo = t->frame->self;
    char *text = t->frame->own->texts[t->count], words[SETTING_WORDS + 4] = "";
    const int length = snprintf(text, FRAME_HELP, "--%s", s->name) + 1;
    tell_default(s, demo, words, sizeof words);
    snprintf(text + length, FRAME_HELP - (size_t)length, "%s%s", s->help, words);
    option *row =
        add(t, text, s->value, text + length, s->parse ? OPTION_PARSED : KINDS[s->kind], setting_place(s, demo));
    row->minimum = (uint32_t)fmax(s->lowest, 0);
    row->maximum = (uint32_t)fmin(s->highest, UINT32_MAX);
    row->lowest = s->lowest;
    row->highest = s->highest;
    row->allowed = s->choices;
    row->parse = s->parse;
    row->clears = s->standard == 1;
}

/* ---- what the window does ---- */

/* Adds words to lines that eyes can follow. */
static void add_words(char *notes, int *column, const char *words) {
    enum { WIDEST = 112 };
    const size_t length = strlen(notes), more = strlen(words);
    if (length + more + 2 >= FRAME_NOTES)
        return;
    const bool breaks = *column + 1 + (int)more > WIDEST;
    snprintf(notes + length, FRAME_NOTES - length, "%s%s", breaks ? "\n" : *column > 0 ? " " : "", words);
    *column = breaks ? (int)more : *column + 1 + (int)more;
}

static const char *describe_window(frame *f) {
    const demo *d = f->demo;
    char *notes = f->own->notes, phrase[2 * SETTING_WORDS];
    key_line lines[KEY_LINES];
    int column = 0;
    snprintf(notes, FRAME_NOTES, "%s%s", d->notes ? d->notes : "", d->notes ? "\n" : "");
    add_words(notes, &column, "In the window:");
    const size_t count = panel_keys(d, true, lines);
    for (size_t i = 0; i < count; i++) {
        const setting *s = lines[i].setting;
        snprintf(phrase, sizeof phrase, "%s: %s%s;", lines[i].key, lines[i].does,
                 s && s->slides ? ", as the slider" : "");
        add_words(notes, &column, phrase);
    }
    add_words(notes, &column, "rows of the panel are clicked and dragged.");
    return notes;
}

/* ---- what all demos have ---- */

/* Names of --gl, and what the help says of it. */
static const char *const *gl_names(const demo *d) {
    static const char *const ALL[] = {"3.3", "2.1", "es3", NULL}, *const NEW[] = {"3.3", "es3", NULL};
    static const char *const WEB[] = {"es3", NULL}; /* WebGL 2 */
    return GL_IS_WEB ? WEB : (d->gls & DEMO_GL_21) || d->why_not_21 ? ALL : NEW;
}

static const char *tell_frames(const table *t) {
    const demo *d = t->frame->demo;
    char *text = t->frame->own->texts[FRAME_OPTIONS - 2];
    snprintf(text, FRAME_HELP,
             story_has_film(d) ? "quit the window after N frames; of a film (%g s at --fps)"
                               : "quit the window after N frames",
             d->story ? d->story() : FILM_SECONDS);
    return text;
}

static void add_files(table *t) {
    static const char *const PICTURES[] = {".png", NULL};
    const demo *d = t->frame->demo;
    frame_own *o = t->frame->own;
    if (d->outputs)
        add_file(t, "--output", "FILE", d->output_help, d->outputs, &o->output);
    if (d->story)
        add_file(t, "--output", "DIR", "save all frames as DIR/frame_0001.png and so on; no window", NULL, &o->output);
    add_file(t, "--screenshot", "FILE.png",
             d->story ? "save one picture; with a window by key S"
                      : "save a picture; with a window one of the start, which key S replaces",
             PICTURES, &o->screenshot);
}

static void add_story(table *t) {
    static const char *const VIDEOS[] = {".mp4", NULL};
    const demo *d = t->frame->demo;
    frame_own *o = t->frame->own;
    if (d->story)
        add_count(t, "--at", "MS", "milliseconds of the story that --screenshot is of", 0,
                  (uint32_t)(1000 * d->story()), &o->at_ms);
    if (story_has_film(d)) {
        add_file(t, "--video", "FILE.mp4", "save a film, by ffmpeg; no window", VIDEOS, &o->video);
        add_count(t, "--fps", "F", "frames a second of a film (30)", 1, 1000, &o->fps);
        add(t, "--fine", NULL, "draw a film at twice its resolution, as pictures are", OPTION_FLAG, &o->is_fine);
        add(t, "--overlay", NULL, "words on a film, too: times in them differ from run to run", OPTION_FLAG,
            &o->has_words);
    }
}

static void add_camera(table *t) {
    frame_own *o = t->frame->own;
    add_number(t, "--turn", "DEGREES", "turn the camera to the right, -36000 to 36000 (0)", -36000, 36000, &o->turn);
    add_number(t, "--rise", "DEGREES", "raise the camera, -36000 to 36000 (0)", -36000, 36000, &o->rise);
    add_number(t, "--zoom", "V", "look closer by this factor, 0.1 to 20 (1)", 0.1, 20, &o->zoom);
}

static void add_common(table *t) {
    const demo *d = t->frame->demo;
    frame_own *o = t->frame->own;
    char *pixels = o->texts[FRAME_OPTIONS - 1];
    option *row;
    add_files(t);
    add_story(t);
    if (d->eye == EYE_CAMERA)
        add_camera(t);
    add(t, "--json", "FILE|-", "save the results as one JSON object, - is stdout", OPTION_PATH, &o->json);
    if (!d->story)
        add_count(t, "--repeat", "N",
                  "runs to take medians over, after one that does not count (5 with --json, else 1)", 1, 10000,
                  &o->repeat);
    add(t, "--headless", NULL, d->story ? "no window: the whole story is played, measured and told" : "no window",
        OPTION_FLAG, &o->headless);
    add_count(t, "--frames", "N", tell_frames(t), 1, 1000000, &o->frames);
    snprintf(pixels, FRAME_HELP, "of the window and of pictures (%ux%u, %ux%u)", (unsigned)d->window[0],
             (unsigned)d->window[1], (unsigned)d->picture[0], (unsigned)d->picture[1]);
    row = add(t, "--pixels", "WxH", pixels, OPTION_SIZE, o->pixels);
    row->minimum = 16;
    row->maximum = 16384;
    row = add(t, "--gl", (d->gls & DEMO_GL_21) ? "3.3|2.1|es3" : "3.3|es3",
              "the OpenGL to keep to (3.3); es3 is OpenGL ES 3.0", OPTION_INDEX, &o->gl);
    row->allowed = gl_names(d);
}

int frame_gl(const frame *f) {
    return gl_of_name(gl_names(f->demo)[f->own->gl]);
}

/* ---- what is wrong ---- */

static int usage(const frame *f, const char *message) {
    fprintf(stderr, "%s: %s\n", f->demo->program, message);
    return STATUS_USAGE;
}

/* No output may replace an input, or another output. */
static bool names_differ(const frame *f) {
    const frame_own *o = f->own;
    const char *options[MOST_NAMES] = {f->demo->operand, "--output", "--screenshot", "--json", "--video"};
    const char *names[MOST_NAMES] = {o->input ? o->input : o->operand, f->demo->story ? NULL : o->output, o->screenshot,
                                     o->json, o->video};
    char words[MOST_NAMES][SETTING_WORDS];
    size_t count = 5;
    for (size_t i = 0; i < f->demo->setting_count && count < MOST_NAMES; i++) {
        const setting *s = &f->demo->settings[i];
        if (s->kind == SETTING_PATH || s->kind == SETTING_OUTPUT) {
            snprintf(words[count], sizeof words[count], "--%s", s->name);
            options[count] = words[count];
            names[count++] = *(const char **)setting_place(s, f->self);
        }
    }
    return outfile_differ(options, names, count);
}

/* How many outputs go there. */
static int count_stdout(const frame *f) {
    int count = f->own->json && strcmp(f->own->json, "-") == 0;
    for (size_t i = 0; i < f->demo->setting_count; i++) {
        const setting *s = &f->demo->settings[i];
        const char *name = s->kind == SETTING_OUTPUT ? *(const char **)setting_place(s, f->self) : NULL;
        count += name && strcmp(name, "-") == 0;
    }
    return count;
}

static int settle(frame *f) {
    frame_own *o = f->own;
    const demo *d = f->demo;
    if (frame_gl(f) == 21 && !(d->gls & DEMO_GL_21))
        return usage(f, d->why_not_21);
    o->headless = o->headless || o->video || (d->story && o->output);
    o->fps = o->fps ? o->fps : 30;
    if (o->frames > 0 && o->headless && !d->story && !o->video)
        return usage(f, "--frames: of a window or a film, and --headless has none without --video");
    if (!d->story && !o->video && (frame_given(f, "fps") || frame_given(f, "fine") || frame_given(f, "overlay")))
        return usage(f, "--fps, --fine and --overlay: of a film, and there is no --video");
    if (frame_given(f, "at") && !o->screenshot)
        return usage(f, "--at is the moment of a --screenshot, and none is asked for");
    if (!frame_given(f, "at"))
        o->at_ms = (uint32_t)(1000 * d->moment + 0.5);
    if (o->operand && strlen(o->operand) >= sizeof f->path) {
        error_set("%s: the name is too long", d->operand);
        return usage(f, error_text());
    }
    const char *mistake = d->settle ? d->settle(f->self, f) : NULL;
    if (mistake)
        return usage(f, mistake);
    if (!names_differ(f))
        return usage(f, error_text());
    o->has_stdout = count_stdout(f) > 0;
    if (count_stdout(f) > 1)
        return usage(f, "only one output can be standard output");
    if (o->repeat == 0) /* medians are for those who read them */
        o->repeat = o->json ? 5 : d->shows_times && o->screenshot && o->headless ? 2 : 1;
    if (o->pixels[0] == 0)
        memcpy(o->pixels, o->headless ? d->picture : d->window, sizeof o->pixels);
    f->runs = d->story ? 0 : o->repeat;
    f->is_measured = o->json != NULL;
    return -1;
}

int command_read(frame *f, int argc, char **argv) {
    const demo *d = f->demo;
    table t = {.frame = f};
    f->own->zoom = 1;
    for (size_t i = 0; i < d->setting_count; i++)
        setting_set_default(&d->settings[i], f->self);
    for (size_t i = 0; i < d->setting_count; i++)
        if (d->settings[i].name)
            add_setting(&t, &d->settings[i]);
    add_common(&t);
    const option_table all = {.program = d->program,
                              .summary = d->summary,
                              .notes = describe_window(f),
                              .options = t.rows,
                              .option_count = t.count,
                              .given = f->own->given,
                              .renamed = d->renamed,
                              .operand = d->operand,
                              .operand_target = &f->own->operand};
    const int status = options_parse(&all, argc, argv);
    return status >= 0 ? status : settle(f);
}
