/* encoder.h - a video file, encoded by an ffmpeg of its own process.  SPDX-License-Identifier: MIT */
#ifndef FRAME_ENCODER_H
#define FRAME_ENCODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct encoder encoder;

/** Starts the ffmpeg that PATH finds, which writes a temporary file beside `path`: MP4, H.264 or, where it has not that, MPEG-4.
 *  `path` is borrowed. NULL on failure; `*is_missing` where that is because no ffmpeg could be
 *  started. Ignores SIGPIPE from here on: a dead ffmpeg shall not end the program. */
encoder *encoder_open(const char *path, int width, int height, uint32_t fps, bool *is_missing);

/** A frame of RGB pixels, row 0 the bottom, as wide and high as was said. H.264 wants even sizes: the last column and the top
 *  row are repeated for that. False where ffmpeg has died, with its last words in error_text(); encoder_close is still due. */
bool encoder_write(encoder *e, const uint8_t *rgb);

/** Waits until ffmpeg has written the rest and gives the file its name where `keep` holds and nothing failed; else ends ffmpeg
 *  and removes the file. False where the file did not appear although it was to be kept. NULL is
 *  legal. */
bool encoder_close(encoder *e, bool keep);

#endif
