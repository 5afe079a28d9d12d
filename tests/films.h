/* films.h - a folder of its own for every test of films, and films in it.  SPDX-License-Identifier: MIT */
#ifndef TESTS_FILMS_H
#define TESTS_FILMS_H

#include "harness.h"

#include "common/files/error.h"
#include "frame/film.h"

#include <stdbool.h>
#include <stdint.h>

enum { PATH_SIZE = 256, TEXT = 4096 /* bytes of text_of, with its end */ };

typedef struct room {
    char folder
        [PATH_SIZE]; /* where the test stands, empty at first; its bin/ is all of PATH that could hold an ffmpeg */
    char *path;      /* PATH as it was */
    int descriptors; /* that were open before the test */
    int terminal;    /* stderr as it was */
} room;

/** For cmocka: before a test, and after it, when no descriptor may be open that was not, and no child left. */
int enter_room(void **state);
int leave_room(void **state);
/** What a file holds, or its beginning; overwritten by the next call. */
const char *text_of(const char *path);
bool exists(const char *path);
/** Files and folders in a folder, but for the room's own. */
int count_in(const char *folder);
/** A program in ffmpeg's place: `out` is the file that it is to write. */
void put_ffmpeg(const char *script);
uint8_t *frame_of(int width, int height, uint32_t number);
/** One frame; false as film_frame says. */
bool give(film *f, int width, int height, uint32_t number);
film *open_film(const char *folder, const char *video, uint32_t frames, int width, int height);
void refuse(const char *folder, const char *video, const char *words);

#define FILM_TEST(function)                                                                                            \
    RUNNER_ENTRY(function, function, enter_room, leave_room, NULL, true)                                               \
    RUNNER_FUNCTION(function, room *r)

#endif
