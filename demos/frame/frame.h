/* frame.h - one program frame for all demos: command line, window, panel, keys, pictures and reports, by a description.
 * SPDX-License-Identifier: MIT */
#ifndef FRAME_H
#define FRAME_H

#include "frame/facts.h"
#include "frame/settings.h"

#include "common/draw/board.h"
#include "common/draw/camera.h"
#include "common/draw/image_view.h"
#include "common/draw/message.h"
#include "common/draw/overlay.h"
#include "common/draw/slider.h"
#include "common/draw/viewer.h"
#include "common/files/child.h"

enum { FRAME_STAGES = 12, FRAME_TIMES = 2 * FRAME_STAGES + 1, FRAME_NAME = 4096, FRAME_RECORDS = 100000 };

/* What a demo can be held to by --gl. */
enum { DEMO_GL_33 = 1, DEMO_GL_ES3 = 2, DEMO_GL_21 = 4 };

/* What drags and the wheel move. */
typedef enum demo_eye {
    EYE_IMAGE, /* an image of frame.image_size pixels */
    EYE_CAMERA /* a camera that goes around the subject; there are --turn, --rise and --zoom */
} demo_eye;

typedef struct frame frame;

/** What the pointer does with its button down, in pixels of the picture from its lower left corner. */
typedef struct demo_drag {
    float from[2], to[2]; /* where the button went down, and where the pointer is or was last */
    int width, height;    /* of the picture */
    bool begins, ends;
} demo_drag;

/** Where a picture goes. */
typedef struct frame_target {
    uint32_t framebuffer;
    int width, height;
    bool is_picture; /* and not the window */
    bool is_film;    /* a picture that is a frame of a film, */
    bool is_coarse;  /* and at its own resolution: without --fine */
} frame_target;

/** A demo: words, settings, and functions that get `self`, its own struct of `size` bytes.
 *
 *  The struct has two parts. What stands before the member at `kept` lives as long as the program: settings, programs of GL. What stands from
 *  there on is of one subject. It is zero when `load` is called, and `unload` frees it. Another subject is loaded and made in a struct of its
 *  own, into which the first part is copied, so `self` is another pointer then. Where that fails, `unload` gets what there is of it, and the
 *  old struct comes back with the settings, frame.path and frame.image_size that it had.
 *
 *  A window's picture is what panel and slider leave of it, so nothing lies over it: a target is a whole picture.
 *
 *  Functions that draw bind framebuffer and viewport themselves, from the target. They begin in any state of GL and leave any.
 *
 *  | member      | meaning                                                                           | NULL or zero means       |
 *  |-------------|-----------------------------------------------------------------------------------|--------------------------|
 *  | program     | the name of the program                                                           | an error                 |
 *  | gls         | what --gl may be: DEMO_GL_33 and others                                           | an error                 |
 *  | eye         | what drags and the wheel move                                                     | EYE_IMAGE                |
 *  | window, picture | width and height by default, of the window and without one                    | an error                 |
 *  | settings, setting_count | the table of settings                                                 | there are none           |
 *  | size, kept  | of the struct, and where its part of one subject begins; without that part the same number | an error        |
 *  | title       | the same as a title                                                               | an error                 |
 *  | summary     | lines of --help under the usage line                                              | an error                 |
 *  | notes       | lines at the end of --help                                                        | there are none           |
 *  | operand     | what --help calls the file that it takes                                          | an error                 |
 *  | subject     | the JSON's member with the name of what is looked at                              | an error                 |
 *  | built_in    | the name of what is looked at without a file                                      | `name` tells             |
 *  | space       | what the key Space does                                                           | "stop or go on"          |
 *  | reader      | what reads its files in another process on Windows, see child_serve               | they are read in this one |
 *  | dropped     | what a dropped file becomes                                                       | an error                 |
 *  | why_not_21  | what --gl 2.1 answers; `gls` has no DEMO_GL_21 then                               | 2.1 is no choice at all  |
 *  | outputs     | endings of --output, NULL at the end                                              | there is no --output     |
 *  | output_help | the line of --help for it                                                         | an error beside outputs  |
 *  | renamed     | options that were: the old name and the new one; ends with NULL                   | there are none           |
 *  | stages      | names of what is timed, NULL at the end                                           | nothing is timed         |
 *  | total       | the name of their sum, which the panel has then, too                              | "total", in JSON alone   |
 *  | gpu_stages  | how many of the first stages the GPU's clock times, too: frame_gpu_time           | JSON has no gpu_ms       |
 *  | times_draw  | the stages are those of `draw`, and not of `make`                                 | those of `make`          |
 *  | shows_times | pictures have times in them: --screenshot takes the median of two runs            | it takes one run         |
 *  | rests       | nothing moves to begin with                                                       | it moves                 |
 *  | points      | the picture tells what is at frame.pointer                                        | it does not              |
 *  | story       | how many seconds the story takes that it tells. Without a window that is what is measured, and --output is a folder for its frames | it tells none |
 *  | moment      | the second of the story that --screenshot is of                                   | its beginning            |
 *  | turns       | radians a second that the camera turns while things move                          | it does not              |
 *  | open        | once, with GL: programs and the like                                              | there is nothing to open |
 *  | close       | frees what `open` and the others have left before `kept`; GL is there or was never | nothing is left         |
 *  | settle      | looks at the settings together: NULL, or the mistake in one line                  | all are allowed          |
 *  | load        | reads frame.path, or makes the built-in subject if that is ""                     | an error                 |
 *  | unload      | frees what `load` and `make` have made                                            | an error                 |
 *  | make        | calls the library; stages, which are 0 before, are timed by frame_time            | an error                 |
 *  | look        | sets frame.camera for a target of this size                                       | an error for EYE_CAMERA  |
 *  | areas       | where the image lies: one area or two                                             | the whole target         |
 *  | draw        | draws all of the target                                                           | an error                 |
 *  | tell        | the facts, in the order of the panel                                              | an error                 |
 *  | save        | writes --output FILE                                                              | an error beside outputs  |
 *  | name        | the name of what is looked at                                                     | the file's, or built_in  |
 *  | save_more   | writes the files of the settings that are outputs                                 | there are none           |
 *  | range       | the scale of the slider, if it is not the setting's own                           | lowest to highest        |
 *  | move        | a step of what moves by itself, frame.passed_s long, while frame.moves; frame_remake where that needs `make` | nothing but the camera |
 *  | begin       | the story begins, without a window also once more                                 | nothing is to be done    |
 *  | state       | what the title of the window says of what moves                                   | "paused", "moving"       |
 *  | click       | a place of the picture was clicked, from its lower left corner                     | clicks do nothing        |
 *  | drag        | the button goes down in the picture: true makes all of this drag the demo's, and nothing else is moved by it. Then it is called for each step, and at the end | drags move the eye |
 *  | changed     | the user has changed a setting, which others may follow                           | none follows             |
 *  | forget      | a file was dropped: what was chosen for the subject before does not hold         | nothing was              |
 *  | can_move    | whether what is looked at can move                                                | it can                   |
 *  | can_pace    | whether the paced grid may be coarser                                             | it may                   |
 *  | is_pacing   | whether the work on the paced grid is repeated in each frame                      | while something moves    |
 *  | act         | sees each key first. True: it was one of the demo's own, and nobody else sees it. R comes here, too: what `move` has changed | there are none |
 *  | acts        | their lines in the list of keys; ends with NULL                                   | there are none           | */
typedef struct demo {
    const char *program, *title, *summary, *notes, *operand, *subject, *built_in, *space, *dropped, *why_not_21;
    const child_task *reader;
    unsigned gls;
    demo_eye eye;
    uint32_t window[2], picture[2]; /* sizes by default */
    const char *const *outputs, *output_help;
    const char *const (*renamed)[2];
    const char *const *stages, *total;
    int gpu_stages;
    bool times_draw, shows_times, rests, points;
    double (*story)(void);
    double moment, turns;
    const setting *settings;
    size_t setting_count;
    size_t size, kept;
    bool (*open)(void *self, frame *f);
    void (*close)(void *self, frame *f);
    const char *(*settle)(void *self, frame *f);
    bool (*load)(void *self, frame *f);
    void (*unload)(void *self, frame *f);
    bool (*make)(void *self, frame *f);
    void (*look)(void *self, frame *f, int width, int height);
    int (*areas)(void *self, frame *f, const frame_target *t, image_area areas[2]);
    bool (*draw)(void *self, frame *f, const frame_target *t);
    void (*tell)(void *self, frame *f, facts *out);
    bool (*save)(void *self, frame *f, const char *path);
    bool (*save_more)(void *self, frame *f);
    const char *(*name)(const void *self);
    void (*range)(void *self, frame *f, slider_scale *out);
    void (*move)(void *self, frame *f);
    void (*begin)(void *self, frame *f);
    const char *(*state)(const void *self);
    void (*click)(void *self, frame *f, float x, float y, int width, int height);
    bool (*drag)(void *self, frame *f, const demo_drag *d);
    void (*changed)(void *self, frame *f, const setting *s);
    void (*forget)(void *self, const char *path);
    bool (*can_move)(const void *self, const frame *f);
    bool (*can_pace)(const void *self, const frame *f);
    bool (*is_pacing)(const void *self, const frame *f);
    bool (*act)(void *self, frame *f, int key);
    const char *const (*acts)[2];
} demo;

/** What the frame knows. A demo reads it, and changes what is said to be its own. */
struct frame {
    const demo *demo;
    void *self;
    viewer viewer;
    char path[FRAME_NAME];  /* of the file that is looked at, "" for the built-in subject */
    uint32_t image_size[2]; /* EYE_IMAGE: the demo's own */
    image_view view;
    camera camera;
    bool moves;             /* the demo's own, too */
    double passed_s;        /* since the last frame */
    float pointer[2];       /* where it is, in the picture's pixels from its lower left corner */
    double ms[FRAME_TIMES]; /* by stage, their sum, and by stage on the GPU */
    bool is_live;           /* frames follow each other, in the window or in a film */
    uint32_t runs;          /* of the work, that the times are medians of */
    bool is_measured;       /* --json: times are for readers, so they may cost something */
    messages messages;
    struct frame_own *own;
};

/** The main function of a demo. */
int frame_main(const demo *d, int argc, char **argv);

/** The name of what is looked at. */
const char *frame_name(const frame *f);

/** Whether an option was given on the command line. */
bool frame_given(const frame *f, const char *option);

/** The OpenGL of --gl: 33, 21 or GL_ES3. */
int frame_gl(const frame *f);

/** The file on the command line; NULL without one. */
const char *frame_operand(const frame *f);

/** Another one in its place, from demo.settle; NULL for the built-in subject. `file` is the file that it names, which no output may
 *  replace. */
void frame_set_operand(frame *f, const char *operand, const char *file);

/** A grid as it is to be at this moment: the user's, or a coarser one while things move. A paced count is out[0] of a grid n, 1, 1. */
void frame_grid(const frame *f, const uint32_t chosen[3], uint32_t out[3]);

/** The file of --output; NULL without one. */
const char *frame_output(const frame *f);

/** The scale of words in a target; see board_scale. */
float frame_scale(const frame *f, const frame_target *t);

/** A stage of demo.stages took so long; of several calls in a `make` the sum counts. NAN: there was no such stage. */
void frame_time(frame *f, int stage, double ms);

/** The same by the GPU's own clock; NAN where it tells nothing. */
void frame_gpu_time(frame *f, int stage, double ms);

/** All of the work took so long, where that is not the sum of its stages. */
void frame_total(frame *f, double ms);

/** The next frame makes the work anew, or loads the subject, too: a setting, or frame.path, was changed by the demo itself. */
void frame_remake(frame *f);
void frame_reload(frame *f);

/** Before the next frame the camera stands as demo.look has it; with `keeps_angles` as far away, but in its direction. */
void frame_look(frame *f, bool keeps_angles);

/** How long the last frame took, without the words; 0 where frames are counted, since they are all alike then. */
double frame_last_ms(const frame *f);

/** Whether something moves now. */
bool frame_moves(const frame *f);

/** Whether there is room for a picture, and not the window, at twice its resolution. */
bool frame_is_fine(const frame_target *t);

/** Draws a picture of this size without words and slider, and writes it to a PNG. */
bool frame_save_picture(frame *f, const char *path, uint32_t width, uint32_t height);

/** The same of the size of --pixels. */
bool frame_save_screenshot(frame *f, const char *path);

/** What is odd about the work, in one line of plain words; "" for nothing. The window shows it as long as it is so; without one it is
 *  told once. */
void frame_odd(frame *f, const char *format, ...) FORMAT_OF(2, 3);

/** Tells what is odd about a file, in one line: a warn_fn. */
void frame_warn(const char *line);

#endif
