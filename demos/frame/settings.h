/* settings.h - what a user can choose of a demo: one row for the option, its help, its check, its key, its row in the panel and its member
 * of the JSON.  SPDX-License-Identifier: MIT */
#ifndef FRAME_SETTINGS_H
#define FRAME_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum setting_kind {
    SETTING_FLAG,   /* bool */
    SETTING_COUNT,  /* uint32_t, lowest..highest; 0 too, where that is the default */
    SETTING_NUMBER, /* double, lowest..highest; NAN too, where that is the default */
    SETTING_CHOICE, /* int: which of `choices` */
    SETTING_GRID,   /* uint32_t[3], each lowest..highest */
    SETTING_PATH,   /* const char *: a file that is read, which ends in one of `choices` where there are some */
    SETTING_OUTPUT, /* the same: a file that is written, or "-" */
    SETTING_PARSED  /* what `parse` makes of it */
} setting_kind;

/* What a change asks for, beside a new picture. */
typedef enum setting_effect { CHANGE_LOOKS, CHANGE_MAKES, CHANGE_LOADS } setting_effect;

/* Keys that are more than one. */
enum {
    KEY_NONE = 0,
    KEY_SLIDE = '[', /* [ and ], and the arrows up and down where no image is moved by them */
    KEY_SIZE = '+',  /* + and -, and G for the next one, round and round */
    KEY_DIGITS = '1' /* 1 for the first choice, 2 for the second .. */
    /* and any letter but H, R and S, and G beside KEY_SIZE */
};

/** | member           | meaning                                                     | zero means                            |
 *  |------------------|-------------------------------------------------------------|---------------------------------------|
 *  | name             | the option's, without dashes; in JSON with _ for -          | there is no option, and no member     |
 *  | value            | what --help calls its value                                 | it has none: a flag                   |
 *  | help             | the line of --help, without the default                     | an error beside a name                |
 *  | place            | offsetof the value in the demo's struct                     | the first member                      |
 *  | lowest, highest  | the range                                                   | any number                            |
 *  | standard         | the default; of a flag 1: the option, named "no-..", turns it off, and the member of the JSON is called without "no-" | 0, the first choice, off |
 *  | otherwise        | the default in words                                        | --help tells `standard`               |
 *  | choices          | names, NULL at the end; of a path endings                   | any path                              |
 *  | parse            | fills the place; answers NULL, or what is wrong             | an error for PARSED                   |
 *  | key              | steps it, see above                                         | no key                                |
 *  | label            | its words in the panel and in the list of keys              | it is in neither                      |
 *  | step             | how far a key moves it                                      | 1; of the slider's 1/200 of its scale |
 *  | factor           | by what a key multiplies it; below `step` comes 0           | a key adds `step`                     |
 *  | stops, stop_count | the values that a key goes through, ascending              | it goes by `step` or `factor`         |
 *  | effect           | what a change asks for                                      | a new picture alone                   |
 *  | is_fact          | panel and JSON leave it out, since `tell` says what became of it | they have its value               |
 *  | no_member        | there is no member of the JSON, whose name a fact has          | there is one                          |
 *  | paced            | what a grid or a count has, "cells a side": less where frames take long | it does not                           |
 *  | slides           | the slider at the bottom of the window moves it             | it has none                           |
 *  | in_title         | the title of the window has its value                       | it has not                            | */
typedef struct setting {
    const char *name, *value, *help;
    setting_kind kind;
    size_t place;
    double lowest, highest, standard;
    const char *otherwise;
    const char *const *choices;
    const char *(*parse)(const char *value, void *place);
    int key;
    const char *label;
    double step, factor;
    const double *stops;
    size_t stop_count;
    setting_effect effect;
    bool is_fact, no_member, slides, in_title;
    const char *paced;
} setting;

enum { SETTING_WORDS = 80, SETTING_BYTES = 3 * sizeof(uint32_t) + sizeof(double) };

/** Where its value is in a demo's struct. */
void *setting_place(const setting *s, void *demo);

void setting_set_default(const setting *s, void *demo);

/** Its value in words: "16", "64 x 64 x 64", "leaves", "on". `times` stands between the sides of a grid. */
void setting_text(const setting *s, void *demo, const char *times, char words[SETTING_WORDS]);

/** Its value as a number: of a grid the longest side, of a flag 0 or 1. Not of paths and parsed ones. */
double setting_number(const setting *s, void *demo);

/** Sets that number, moved into the range. Returns whether it has changed. */
bool setting_put(const setting *s, void *demo, double number);

/** The next value in a direction, 1 or -1; with `around` the first one after the last. Returns whether it has changed. */
bool setting_step(const setting *s, void *demo, int direction, bool around);

/** Its key as people call it: "V", "1-4", "up, down, [ ]" or, where an image is moved by arrows, "[ ]". `is_plain`: in ASCII. */
const char *setting_key(const setting *s, bool has_arrows, bool is_plain, char words[SETTING_WORDS]);

/** How many choices it has. */
int setting_choices(const setting *s);

/** The bytes of its value, kept and put back. */
void setting_keep(const setting *s, void *demo, uint8_t kept[SETTING_BYTES]);
void setting_restore(const setting *s, void *demo, const uint8_t kept[SETTING_BYTES]);

#endif
