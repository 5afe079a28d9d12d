/* outfile.h - output files that appear complete or not at all.  SPDX-License-Identifier: MIT */
#ifndef DEMO_OUTFILE_H
#define DEMO_OUTFILE_H

#include "common/files/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct outfile outfile;

/** Opens a temporary file beside `path`; outfile_close renames it. What exists and is no regular file (a device, a
 *  pipe) is written to directly. "-" is stdout. NULL on failure. */
outfile *outfile_open(const char *path);

/** Whether outfile_open would get as far as a file for `path`, of which it leaves none behind; false with one line in
 *  error_text(). NULL is fine; devices and pipes are taken for granted: opening one is no small thing. */
bool outfile_try(const char *path);

/** True where both paths name one regular file, or will name one once it exists, whatever their spelling. Devices,
 *  pipes and "-" are nobody's file; NULL is legal. */
bool outfile_same(const char *a, const char *b);

/** No output may replace an input, or another output: false where names[i] is the same file as an
 *  earlier one. options[i] is what it is called; NULL is nobody's name. */
bool outfile_differ(const char *const *options, const char *const *names, size_t count);

/** The temporary file, for a program that is to write it in our place; NULL where the target is written to directly. */
const char *outfile_temporary(const outfile *file);
/** What is written to. */
FILE *outfile_stream(const outfile *file);

/** Writes after a failed write are ignored; outfile_close reports the first failure. */
void outfile_write(outfile *file, const void *bytes, size_t size);
void outfile_print(outfile *file, const char *format, ...) FORMAT_OF(2, 3);

/** Flushes, closes and renames where `keep` holds and every write succeeded; else removes the temporary file.
 *  False where the file did not appear although it was to be kept. NULL is legal. */
bool outfile_close(outfile *file, bool keep);

/** Flushes standard output, or standard error; false where what was printed did not arrive. */
bool outfile_flush(FILE *stream);

#endif
