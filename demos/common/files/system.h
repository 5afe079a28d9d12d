/* system.h - what every system does in its own way: files by their names, the terminal, time, memory, and the end of a program.
 * SPDX-License-Identifier: MIT */
#ifndef DEMO_SYSTEM_H
#define DEMO_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** Paths are UTF-8. Where a function returns false or NULL, errno tells why; strerror has the words. */

typedef enum system_kind { SYSTEM_FILE, SYSTEM_FOLDER, SYSTEM_OTHER /* a device, a pipe */ } system_kind;

typedef struct system_about {
    system_kind kind;
    uint64_t size;        /* of a file, in bytes */
    uint64_t identity[2]; /* the same for all names of one file, and for nothing else */
    unsigned mode;        /* who may do what with it; what system_create takes */
} system_about;

/** What a name stands for; links are followed. */
bool system_look(const char *path, system_about *about);
/** The same of an open file. */
bool system_look_at(FILE *file, system_about *about);

/** Whether both are one file or one folder. */
static inline bool system_same(const system_about *a, const system_about *b) {
    return a->identity[0] == b->identity[0] && a->identity[1] == b->identity[1];
}

/** Whether this program may write to a file that is there. */
bool system_may_write(const char *path);

/** The whole name without `.` and `..`, for the caller to free. Windows gives one to what is not there, too, and leaves links in it; other
 *  systems do neither. */
char *system_real_path(const char *path);

/** A new file to write to, which programs that this one starts do not inherit; EEXIST where there is something of that name. */
FILE *system_create(const char *path, unsigned mode);
/** Renames a file, to the name of another one, too, which is gone then. */
bool system_replace(const char *from, const char *to);
bool system_make_folder(const char *path);
bool system_remove(const char *path);
bool system_remove_folder(const char *path); /* an empty one */

/** Whether a character stands between two folders: a slash; on Windows a backslash, too. */
bool system_separates(char character);
/** The last such character in a path, or the colon of a drive of Windows; or NULL. */
const char *system_last_separator(const char *path);
/** Whether a path begins at a root, and not in the current folder. */
bool system_is_absolute(const char *path);

/** Bytes of memory of the machine; UINT64_MAX where that is not known. */
uint64_t system_memory(void);

/** Whether a person sees what is written to standard error. */
bool system_shows_stderr(void);

/** A number that no other program has as long as this one runs. */
long system_process(void);

/** Sets a variable of the environment for the programs that this one starts, unless it is set. */
void system_set_variable(const char *name, const char *value);

/** From here on the system ends this process when the one that has started it ends, where a system can do that. */
void system_end_with_parent(void);

/** From here on this process has so many seconds of CPU time, and so many more bytes of memory than it has now; and where it crashes,
 *  it leaves no file and shows no box. */
void system_limit(double cpu_seconds, uint64_t more_bytes);

/** Standard output as a file of its own; what else is written there from here on goes nowhere. NULL where that fails. */
FILE *system_take_output(void);

/** The path of this program. False where the system does not tell. */
bool system_program(char *path, size_t size);

/** Called where this process ends because someone ends it: the key Ctrl+C, a signal, a window that is closed. It may remove files and do
 *  nothing else. NULL for none. */
void system_at_end(void (*clean_up)(void));

/** From here on a full disk or a pipe that nobody reads is a failed write, and not the end of the process. */
void system_survive_writes(void);

/** At the beginning of a program: bytes go to standard output as they are, and are UTF-8 where a terminal shows them.
 *
 *  Windows opens a console for a program that was started by a click, which closes with the program. One that opens a window needs none:
 *  it is closed, and system_end shows in a box what was written to standard error. Another one waits for the key Enter when it ends. */
void system_begin(bool opens_window);

/** At the end of a program that opens a window: shows its mistakes where nobody saw them. Returns `status`. */
int system_end(const char *program, int status);

#endif
