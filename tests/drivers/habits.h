/* habits.h - what the files of the habits of drivers share: which habits are on, and the driver's own functions.
 * SPDX-License-Identifier: MIT */
#ifndef DRIVERS_HABITS_H
#define DRIVERS_HABITS_H

#include <GL/glcorearb.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* X(name): what the driver does. */
#define HABITS(X)                                                                                                              \
    X(four_targets)   /* has four render targets, as OpenGL ES 3.0 promises and as Raspberry Pi 4 has */                       \
    X(bits_512)       /* refuses framebuffers of more than 512 bits a pixel, as ANGLE on Apple's GPUs */                       \
    X(joins_products) /* joins a * b + c in programs that traverse, and not in others: rules there are off by 2^-22 */         \
    X(no_float_targets)           /* lacks GL_EXT_color_buffer_float, as many of the first GPUs with OpenGL ES 3.0 */          \
    X(raspberry_pi_4)             /* has the limits of VideoCore VI */                                                         \
    X(mipmaps_read_wrong)         /* reads zeros from a texture while another level of it is drawn, as Intel HD 620 */         \
    X(mutable_mipmaps_read_wrong) /* the same, only without glTexStorage */                                                    \
    X(own_filters) /* reads zeros from a texture whose own filters do not suit it, whatever the sampler says: macOS */         \
    X(no_context_crashes) /* crashes in GL's functions where no context is current, as macOS and Windows */                    \
    X(small_syncs)        /* numbers fences 1, 2, 3.. in each context, as it does other objects */                             \
    X(pack_whole_pitch)   /* wants room for the whole pitch of the last row that it packs, too: Apple, NVIDIA */               \
    X(empty_uploads_pass) /* checks nothing of uploads without texels */                                                       \
    X(logic_op_once) /* combines bits by a logic operation in the first target alone, copies them into the others */           \
    X(logic_op_copies_r32ui) /* copies bits into targets of R32UI, whatever the logic operation: none is known */              \
    X(uploads_overtake) /* lets glBufferSubData overtake what GL writes into a buffer, until GL has read the buffer: NVIDIA */ \
    X(dirty_storage)  /* new textures and buffers hold what was in memory before, as those of all GPUs do */                   \
    X(captures_zeros) /* captures zeros where there are two varyings or more, as drivers of macOS */                           \
    X(one_more)       /* fault: a read of up to 16 bytes of a buffer gives numbers that are too large by one */                \
    X(nan)            /* fault: the first float of every read of pixels is NaN */                                              \
    X(lost_row)       /* fault: a draw leaves out the last row of the viewport */                                              \
    X(hang)           /* fault: the 20th draw never returns */                                                                 \
    X(lost)           /* fault: the context is lost at the 20th draw */                                                        \
    X(crash)          /* fault: the 20th draw is the program's last act */

typedef enum habit {
#define X(name) HABIT_##name,
    HABITS(X)
#undef X
        HABIT_COUNT
} habit;

/* Nothing but GL's functions shall be seen by the program, which may use the same names. */
#pragma GCC visibility push(hidden)

extern bool is_on[HABIT_COUNT];

typedef void (*function)(void);

/* The driver's own function. */
function own(const char *name);

/* Calls a function of GL by its type and name. */
#define GL(type, name) ((type)own(#name))

/* Declares `driver`, the driver's own function of the same name as the one around it. */
#define DRIVER(type, name)                                                                                             \
    static type driver;                                                                                                \
    if (!driver)                                                                                                       \
    driver = GL(type, name)

void *current_context(void);

/* Whether GL wrote into the buffer that is bound last, or read it. */
void set_written(GLenum target, bool is_written);

/* Counts a draw; some faults end the program here. */
void count_draw(void);
/* Whether the context is lost. */
bool is_lost(void);

#pragma GCC visibility pop

#endif
