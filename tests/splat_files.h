/* splat_files.h - files of splats, made of numbers that a test knows.  SPDX-License-Identifier: MIT */
#ifndef TEST_SPLAT_FILES_H
#define TEST_SPLAT_FILES_H

#include "runner.h"

#include "common/mesh/ply.h"
#include "splats/cloud_files.h"

/** A file in memory. Zero it first. */
typedef struct splat_bytes {
    uint8_t *data;
    size_t length, capacity;
} splat_bytes;

void splat_bytes_put(splat_bytes *b, const void *data, size_t length);
void splat_bytes_print(splat_bytes *b, const char *format, ...);
void splat_bytes_free(splat_bytes *b);

/** The numbers of one splat as a .ply has them, by the names of cloud_files.h. All are floats. */
typedef double splat_numbers[PLY_NUMBERS];

/** Some that make a splat. */
void splat_numbers_random(splat_numbers out);

/** How a .ply is written. Zero members: float, in the order of 3DGS training, with normals as training has them. */
typedef struct splat_ply {
    ply_encoding encoding;
    uint32_t degree;
    const char *type;       /* of all numbers */
    bool is_turned;         /* properties from the last to the first, and some more between them */
    bool has_lists;         /* one of them a list */
    bool has_elements;      /* other elements, some with lists, before and after */
    const char *without;    /* this property is left out */
    const char *line_end;   /* of the header */
    const char *more_lines; /* of the header, after the encoding */
    const char *told;       /* the number of splats that the header tells of */
} splat_ply;

void splat_ply_write(splat_bytes *b, const splat_ply *how, splat_numbers *numbers, uint32_t count);

/** One splat of a .splat. */
void splat_splat_write(splat_bytes *b, const float center[3], const float scale[3], const uint8_t color[4],
                       const uint8_t rotation[4]);

/** For cmocka: a folder for the files of all tests. */
int splat_folder_make(void **state);
int splat_folder_remove(void **state);

/** The path of a file of this name in the folder; overwritten by the next call. */
const char *splat_path(const char *name);
/** The same, when the first `length` bytes are in the file. */
const char *splat_file(const char *name, const splat_bytes *b, size_t length);
/** The same, of other contents. */
const char *splat_file_of(const char *name, const void *bytes, size_t length);
const char *splat_text(const char *name, const char *text);
const char *splat_file_of_ply(const splat_ply *how, splat_numbers *numbers, uint32_t count);

/** The last error is one line that has the file's path and these words. */
void splat_check_error(const char *path, const char *words);

#endif
