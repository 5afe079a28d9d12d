/* check.h - what the checks of modules share: operands in GL, comparisons with the reference.  SPDX-License-Identifier: MIT
 *
 * A check makes its operands from seeded numbers, calls the library, and compares. It goes on after a difference; the first one
 * is kept. If this GL cannot do something, that is no difference. Memory, textures and buffers are freed when the check ends. A
 * check destroys the objects of the library that it has made. */
#ifndef CHECK_H
#define CHECK_H

#include <histopyramid/histopyramid.h>
#include <histopyramid/reference/reference.h>

#include "common/files/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHECK_TEXT = 512, CHECK_FACTS = 3072, CHECK_OBJECTS = 256 };

/** What a check has found, and what `detail` then holds.
 *
 *  | status   | detail                                                                              |
 *  |----------|-------------------------------------------------------------------------------------|
 *  | RUNNING  | the part that is being checked                                                      |
 *  | RIGHT    | what this GL cannot do of the module; "" if it can do all                           |
 *  | NOT_HERE | what this GL lacks for the module                                                   |
 *  | WRONG    | the first difference, or what became of the process                                 |
 *  | NO_GL    | why there is no context                                                             | */
typedef enum check_status { CHECK_RUNNING, CHECK_RIGHT, CHECK_NOT_HERE, CHECK_WRONG, CHECK_NO_GL } check_status;

typedef struct check_result {
    check_status status;
    bool is_software; /* the renderer runs on the CPU */
    double seconds;
    char gl[CHECK_TEXT]; /* what the driver says of itself, in one line; empty if there is no context */
    char detail[CHECK_TEXT];
    char facts[CHECK_FACTS]; /* what was found out or measured: lines of a name, a tab and a value */
} check_result;

typedef struct check {
    hpyr_context *context;
    const hpyr_caps *caps;
    bool is_legacy;                 /* OpenGL 2.1 */
    void (*tell)(const char *part); /* a part begins; may be NULL */
    check_result *result;
    char part[64];
    char missing[CHECK_TEXT]; /* why something could not be checked; empty if all could */
    char logged[CHECK_TEXT];  /* the library's last error */
    uint32_t compared;        /* comparisons so far */
    uint32_t random;
    char *pool;
    size_t used;
    uint32_t textures[CHECK_OBJECTS], buffers[CHECK_OBJECTS];
    size_t texture_count, buffer_count;
} check;

typedef struct check_module {
    const char *name;
    void (*run)(check *c);
} check_module;

/** All modules, and an entry without a name. */
extern const check_module CHECK_MODULES[];

/** NULL if there is no such module. */
const check_module *check_find(const char *name);

/** Runs a check in the current context. `legacy`: by the dialect of OpenGL 2.1. */
void check_run(const check_module *module, bool is_legacy, void (*tell)(const char *part), check_result *result);

/** Whether a renderer of this name runs on the CPU. */
bool check_is_software(const char *renderer);

/* ---- for check_run ---- */

/** False where memory is short. */
bool operands_begin(check *c);
void operands_end(check *c);

/* ---- for checks ---- */

/** What is checked next. */
void check_part(check *c, const char *format, ...) FORMAT_OF(2, 3);

/** True for HPYR_OK. The first call that fails ends a part: as NOT_HERE if this GL cannot do it, else as WRONG. */
bool check_call(check *c, hpyr_result result, const char *call);
#define CALL(c, call) check_call(c, call, #call)

/** Notes a difference. */
void check_wrong(check *c, const char *format, ...) FORMAT_OF(2, 3);
/** Notes that this GL cannot do something. */
void check_missing(check *c, const char *format, ...) FORMAT_OF(2, 3);
void check_fact(check *c, const char *name, const char *format, ...) FORMAT_OF(3, 4);

/** Compare, and note the first difference. `near` is the largest difference that is allowed; NaN is always wrong. */
bool check_count(check *c, const char *what, uint64_t got, uint64_t want);
bool check_words(check *c, const char *what, const void *got, const void *want, size_t count);
bool check_numbers(check *c, const char *what, const float *got, const float *want, size_t count, double near);

/** Some of the words of a record: floats where `near` is above 0, else what must be the same. */
typedef struct check_field {
    const char *name;
    size_t offset, count;
    double near;
} check_field;

/** Compares so many records of `size` bytes by fields, the last of which has no name. */
bool check_records(check *c, const char *what, const void *got, const void *want, size_t size, size_t count,
                   const check_field *fields);

/** Zeros. They are there until the check ends. */
void *check_memory(check *c, size_t bytes);

uint32_t check_random(check *c, uint32_t below);
/** From -1 to 1. */
float check_random_float(check *c);

/** `bytes` may be NULL. */
uint32_t check_buffer(check *c, const void *bytes, size_t size);
void check_read(check *c, uint32_t buffer, size_t offset, size_t size, void *out);
/** A list in a buffer of its own; `entries` may be NULL. */
hpyr_list check_list(check *c, hpyr_list_type type, const void *entries, uint32_t count);

/** A texture of R8, RGBA8, R32F, RGBA32F, R32UI or RGBA32UI. `target` is GL_TEXTURE_2D, GL_TEXTURE_3D or GL_TEXTURE_2D_ARRAY;
 *  `texels` may be NULL. */
hpyr_texture check_texture(check *c, uint32_t target, hpyr_format format, uint32_t width, uint32_t height,
                           uint32_t depth, const void *texels);

#endif
