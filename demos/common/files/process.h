/* process.h - another program at work: started, written to, read from, waited for.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PROCESS_H
#define DEMO_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct process process;

typedef struct process_desc {
    const char *const
        *arguments; /* the program, which is looked for where a shell looks, and its words; NULL at the end */
    bool reads;     /* its standard input is a pipe, to which process_input writes; else nothing comes */
    bool answers;   /* its standard output is a pipe, which process_read reads; else it goes nowhere */
    FILE *words;    /* where its standard error goes: a file, or stderr; NULL for nowhere */
    FILE *shared;   /* a file that it has open, too, by the name that process_shared_name tells; or NULL */
} process_desc;

/** How a program ended. */
typedef struct process_end {
    bool crashed; /* by a signal, or by an exception of Windows, which is the code */
    int code;     /* else its exit status */
} process_end;

/** NULL with errno where it cannot be started; ENOENT where there is no such program. A program that ends at once has been started. */
process *process_start(const process_desc *desc);

/** A copy of this program, from here on; not on Windows. The copy gets NULL, and `output`, to which it writes what process_read reads; its
 *  standard streams lead nowhere, and signals end it. This program gets the process, or NULL with errno where there is none to be had;
 *  `output` is NULL then. */
process *process_copy(FILE **output);

/** The name of the shared file in the new program, where `path` is its name in this one. Other systems than Windows have one by which it
 *  is found even after it was removed. */
const char *process_shared_name(const char *path);

/** The pipe to its standard input; NULL where it has none, or after process_wait. */
FILE *process_input(process *p);

/** Waits for what it answers, and gives up to `size` bytes of that. 0 where nothing more comes, -1 where nothing has come until the
 *  `deadline`, by clock_ms. */
int process_read(process *p, void *bytes, size_t size, double deadline);

/** Closes the pipe to its standard input and waits until it ends, for so many milliseconds, or for ever with a negative number. False
 *  where it still runs. */
bool process_wait(process *p, double milliseconds, process_end *end);
/** Ends the program. It must still be waited for. */
void process_kill(process *p);

/** `words` become "status 3", "signal 11 (Segmentation fault)" or "exception 0xc0000005". */
void process_describe(const process_end *end, char *words, size_t size);

/** Frees it, and closes the pipes. A program that still runs goes on. NULL is legal. */
void process_free(process *p);

#endif
