/* child.h - reading strange files in a process of its own, where a reader may crash or never end.  SPDX-License-Identifier: MIT */
#ifndef DEMO_CHILD_H
#define DEMO_CHILD_H

#include "common/files/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** One end of the pipe between both processes. */
typedef struct child child;

/** What is done in a child. */
typedef struct child_task {
    const char *name; /* by which another process finds it */
    size_t
        size; /* bytes of `user`, a struct of the caller's, of which the child works on a copy; without pointers before `work` */
    /** In the child: reads the file into `user`. */
    bool (*work)(const char *path, void *user, warn_fn warn);
    /** In both processes, after `work`: calls child_move and child_move_array for all that `work` has made, so that the parent's
     *  `user` becomes as the child's is. */
    void (*move)(void *user, child *c);
} child_task;

/** Runs a task. False with the line that `work` failed with, or what became of a child that crashed, or that gave no sign of life
 *  for so long; some of what `move` names may then be there, to be freed as after a success:
 *
 *  | HPYR_READ_SECONDS | limit                                                             |
 *  |-------------------|-------------------------------------------------------------------|
 *  | not set           | 20 seconds, and one more for each megabyte of the file            |
 *  | a number over 0   | so many seconds                                                   |
 *
 *  The child may have 4 GB of memory and 200 bytes more for each byte of the file, but no more than the machine has. Where there
 *  are no processes to be had, `work` is done in this one. `path` is the file, which messages name; `warn` is called in the parent
 *  and may be NULL. */
bool child_run(const child_task *t, const char *path, void *user, warn_fn warn);

/** At the beginning of `main`: where child_run has started this program, it does this task and ends. On Windows, which cannot copy a
 *  process, child_run starts its own program again, and does the work in this process where this function was not called for the task.
 *  Other systems copy the process, and this function does nothing. NULL for no task. */
void child_serve(const child_task *t, int argc, char **argv);

/** The bytes go from the child to the parent, which has zeros where the child ended. */
void child_move(child *c, void *bytes, size_t size);

/** What a pointer of so many bytes points to, the address of which is given. The pointer itself has been moved, as a part of its struct:
 *  NULL stays NULL, and another one becomes memory of the parent's, or NULL where the child ended or memory runs out. */
void child_move_array(child *c, void *pointer, size_t size);

/** In a child: so many bytes come, more than the file has; its limits of time and memory grow. Nothing outside of a child. */
void child_expect(uint64_t bytes);

/** A sign of life between two parts of a long work; nothing outside of a child. */
void child_sign_of_life(void);

#endif
