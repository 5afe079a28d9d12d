/* own.h - what the frame keeps for itself, and its parts.  SPDX-License-Identifier: MIT */
#ifndef FRAME_OWN_H
#define FRAME_OWN_H

#include "frame/frame.h"

#include "common/draw/pace.h"
#include "common/draw/picture.h"

/* Of films that tell no story. */
#define FILM_SECONDS 6.0

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, FRAME_OPTIONS = 64, FRAME_HELP = 640, FRAME_NOTES = 4096 };

/* What is to be done before the next picture. A long work is told in the frame before it. */
typedef enum frame_wish { WISH_NONE, WISH_MAKE, WISH_LOAD } frame_wish;

typedef struct frame_own {
    const char *operand, *input, *output, *screenshot, *json, *video;
    uint32_t pixels[2], repeat, frames, fps, at_ms;
    double turn, rise, zoom;
    int gl; /* which of the names of --gl */
    bool headless, is_fine, has_words;
    bool has_stdout;                    /* an output goes there */
    const char *options[FRAME_OPTIONS]; /* the options, by name, and which of them were given */
    bool given[FRAME_OPTIONS];
    char notes[FRAME_NOTES];   /* of --help */
    char (*texts)[FRAME_HELP]; /* of --help */
    uint8_t (*first)[SETTING_BYTES],
        (*made)[SETTING_BYTES]; /* settings to begin with, and those that the work was made with */
    picture picture, seen;      /* what is saved, and what words stand beside */
    int columns;                /* that words have, which vary less than their lengths do */
    overlay *overlay;
    frame_clock clock;
    frame_wish wish;
    const setting *around; /* was stepped round and round: where its value cannot be had, the first one comes next */
    pace pace;
    bool looks_anew, keeps_angles; /* the camera stands where demo.look has it */
    uint32_t paced;                /* longest side of the grid of this moment; 0 is the user's */
    double *records;               /* of a story: the times of each frame so far */
    size_t record_count;
    double frame_ms;          /* of the last frame, without the words */
    bool is_told;             /* that a long work is to come */
    double work_ms;           /* of the last one */
    double mean[FRAME_TIMES]; /* of the last frames, so that digits can be read */
    bool tells, changed, quit, saves;
    float pointer[2];   /* in the window */
    float dragged;      /* over a row of the panel */
    demo_drag last;     /* what the pointer did last with its button down, */
    bool is_held;       /* which is down over the picture, */
    bool is_demos;      /* and what it does is the demo's */
    bool slides;        /* the pointer holds the slider: */
    float grip, held_x; /* so far from the middle of its handle, and it was here */
} frame_own;

/* ---- frame.c ---- */

/** Of frame_warn: who warns takes a line and nothing else. */
void frame_set_program(const char *name);

/* ---- command.c ---- */

/** Reads the command line and looks at it. -1 to go on, else the exit status. */
int command_read(frame *f, int argc, char **argv);

/* ---- work.c ---- */

/** How many there are. */
int work_stages(const demo *d);
/** How many times a work has: by stage, their sum, and by stage on the GPU. */
int work_times(const demo *d);
/** Loads a file, "" is the built-in subject, and makes the work. Where it fails, what was there stays. */
bool work_load(frame *f, const char *path);
bool work_make(frame *f);
/** Draws; its stages are timed where they are the demo's. */
bool work_draw(frame *f, const frame_target *target);
/** `repeat` times, after one that does not count; the times are medians then. */
bool work_measure(frame *f);
/** Does what is wished for. What fails is told, and the settings are what they were. False where even that cannot be made. */
bool work_follow(frame *f);
/** The same at once, however long it takes. */
bool work_now(frame *f);
void work_keep_settings(frame *f, uint8_t (*kept)[SETTING_BYTES]);
void work_restore_settings(frame *f, uint8_t (*kept)[SETTING_BYTES]);
/** What moves goes on by `seconds`. */
void work_move(frame *f, double seconds);
/** Keeps the times of the frame; and makes medians of those that were kept, each over the frames that had the stage. */
bool work_record(frame *f);
void work_take_medians(frame *f);
/** A coarser grid where frames take long. */
void work_pace(frame *f);
/** The camera for a target of this size, with --turn, --rise and --zoom. */
void work_look(frame *f, int width, int height);

/* ---- report.c ---- */

bool report_json(frame *f, const char *path);
void report_summary(frame *f, FILE *stream);

/* ---- life.c ---- */

/** The one that frame_main runs. */
frame *frame_running(void);

/* ---- panel.c ---- */

/* A key, what it does, and the setting that it steps, if it is one's. */
typedef struct key_line {
    const char *key, *does;
    const setting *setting;
    char words[SETTING_WORDS];
} key_line;

enum { KEY_LINES = 40 };

/** The keys of a demo, for the panel, --help and the page of the demos, which leaves out those of windows. Returns how many there are. */
size_t panel_keys(const demo *d, bool is_plain, key_line lines[KEY_LINES]);

/** Name, facts and times, without settings. */
void panel_facts(frame *f, page *out);

/** The setting that has a slider, and its scale; NULL without one. */
const setting *panel_scale(frame *f, slider_scale *out);

/** What of a window is whose: nothing lies over anything else. */
typedef struct panel_places {
    image_area picture;
    slider slider; /* of the setting that slides, which is NULL without one */
    const setting *slides;
} panel_places;

/** The same of a picture with words; without words all of it is the picture's. */
panel_places panel_place(frame *f, int width, int height, bool has_words);
/** Draws the picture into its place in a target of this size, which may be the window, and beside it words and slider. */
bool panel_draw(frame *f, const frame_target *whole, bool has_words);
/** The setting whose row is at this place of the window; NULL for none. */
const setting *panel_row(frame *f, int width, int height, float x, float y);

/* ---- story.c ---- */

/** Whether what moves can be filmed. */
bool story_has_film(const demo *d);
/** Frames that follow each other, into files where there are any. */
bool story_film(frame *f);
/** A story without a window: the film, and the picture of a moment. */
bool story_run(frame *f);

/* ---- window.c ---- */

bool window_run(frame *f);
/** The user changes a setting: to a number, or by a step. Keys and the panel step it round and round. */
void window_put(frame *f, const setting *s, double number);
void window_step(frame *f, const setting *s, int direction);

#endif
