/* film.h - frames to numbered PNG files and to a video, with a progress bar.  SPDX-License-Identifier: MIT */
#ifndef FRAME_FILM_H
#define FRAME_FILM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** | field    | zero means                                                                         |
 *  |----------|------------------------------------------------------------------------------------|
 *  | program  | an error; for messages                                                             |
 *  | folder   | no PNG files; made where it does not exist                                         |
 *  | video    | no video; .mp4, encoded by the ffmpeg that PATH finds, H.264, or whatever it has    |
 *  | frames, fps, width, height | an error                                                         |  */
typedef struct film_desc {
    const char *program;
    const char *folder, *video;
    uint32_t frames, fps;
    int width, height;
} film_desc;

typedef struct film film;

/** Makes a folder, and those that it lies in; fine where it exists. */
bool film_make_folder(const char *folder);
/** Whether `path` is a name that a frame in `folder`, which exists, may have, whatever its spelling. Either may be NULL. */
bool film_has_frame(const char *folder, const char *path);

/** Makes the folder, sees that a file can be written there, starts ffmpeg. Without ffmpeg a line on stderr says so, and there
 *  is no video: an error only where there is no folder either. NULL on failure. */
film *film_open(const film_desc *desc);

/** frame_0001.png and so on (more digits where `frames` needs them), in order; RGB, row 0 the bottom; NULL where only the
 *  progress bar on stderr, drawn where that is a terminal, shall go on. Where ffmpeg has died its own last words are told once
 *  on stderr, and the PNG files go on: false then only from film_close. Without PNG files false at once. On failure one line
 *  stands in error_text(), and the bar is wiped, so that it can be printed; no more frames then. */
bool film_frame(film *f, const uint8_t *rgb);

/** Waits for ffmpeg. False where anything of it failed, a film_frame too (the same line again), or
 *  where a video has fewer frames than were announced; what was written by then stays, but for half a video. NULL is legal. */
bool film_close(film *f);

#endif
