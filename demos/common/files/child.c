/* child.c - reading strange files in a process of its own.  SPDX-License-Identifier: MIT
 *
 *     child: work, move                                    parent: move
 *        WARNING line, ALIVE, ... ANSWER bytes of move ─▶  lines to warn, then the bytes
 *        WARNING line, ALIVE, ... FAILURE line         ─▶  lines to warn, then the error
 *
 * Libraries that read other people's formats crash on some files and read others for ever. The parent waits with a time limit, and
 * takes the end of the pipe before an answer for a crash. */
#include "common/files/child.h"

#include "common/files/clock.h"
#include "common/files/memory.h"
#include "common/files/process.h"
#include "common/files/system.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_DONE = 0, EXIT_NO_READER = 3 };

typedef enum fate { FATE_FINE, FATE_ENDED, FATE_LATE, FATE_NO_MEMORY } fate;

struct child {
    process *process; /* NULL in the child itself */
    FILE *output;     /* in the child */
    double patience;
    fate fate; /* of the child, as the parent sees it */
};

typedef enum record_kind { RECORD_ALIVE, RECORD_EXPECT, RECORD_WARNING, RECORD_FAILURE, RECORD_ANSWER } record_kind;

typedef struct record {
    uint32_t kind, size; /* bytes that follow: a line, or the number of bytes that are expected */
} record;

/* ---- limits ---- */

static uint64_t memory_for(uint64_t file_bytes) {
    uint64_t wanted = ((uint64_t)4 << 30) + 200 * file_bytes, most = system_memory();
    return wanted < most ? wanted : most;
}

static double patience_for(uint64_t file_bytes) {
    const char *text = getenv("HPYR_READ_SECONDS");
    double seconds = text ? strtod(text, NULL) : 0;
    return seconds > 0 && isfinite(seconds) ? seconds : 20 + (double)file_bytes / 1e6;
}

static uint64_t bytes_of(const char *path) {
    system_about about;
    return system_look(path, &about) ? about.size : 0;
}

/* CPU time is limited for a child whose parent was killed, so that nobody kills it. */
static void limit_for(uint64_t file_bytes) {
    system_limit(10 * fmin(patience_for(file_bytes), 1e6), memory_for(file_bytes));
}

/* ---- in the child ---- */

/* Functions that warn take a line and nothing else, so the one way out of this process is a variable. */
static child myself;

static void send_bytes(const void *bytes, size_t size) {
    if (fwrite(bytes, 1, size, myself.output) != size)
        _Exit(EXIT_NO_READER);
}

static void send_record(record_kind kind, const void *bytes, size_t size) {
    record r = {kind, (uint32_t)size};
    send_bytes(&r, sizeof r);
    if (size > 0)
        send_bytes(bytes, size);
}

static void send_warning(const char *line) {
    send_record(RECORD_WARNING, line, strlen(line));
}

void child_sign_of_life(void) {
    if (myself.output)
        send_record(RECORD_ALIVE, NULL, 0);
}

void child_expect(uint64_t bytes) {
    if (myself.output) {
        limit_for(bytes);
        send_record(RECORD_EXPECT, &bytes, sizeof bytes);
    }
}

/* Leaves without what the parent does at its exit. */
static void be_child(FILE *output, const child_task *t, const char *path, void *user) {
    myself.output = output;
    setvbuf(output, NULL, _IONBF, 0);
    limit_for(bytes_of(path));
    if (t->work(path, user, send_warning)) {
        send_record(RECORD_ANSWER, NULL, 0);
        t->move(user, &myself);
    } else {
        send_record(RECORD_FAILURE, error_text(), strlen(error_text()));
    }
    _Exit(EXIT_DONE);
}

/* ---- in the parent ---- */

static bool receive(child *c, void *bytes, size_t size) {
    char *next = bytes;
    while (size > 0 && c->fate == FATE_FINE) {
        int count = process_read(c->process, next, size, clock_ms() + 1000 * c->patience);
        if (count > 0) {
            next += count;
            size -= (size_t)count;
        } else {
            c->fate = count == 0 ? FATE_ENDED : FATE_LATE;
        }
    }
    return size == 0;
}

static bool listen_to(child *c, const child_task *t, const char *path, void *user, warn_fn warn) {
    record r;
    char line[ERROR_SIZE];
    uint64_t expected;
    while (receive(c, &r, sizeof r)) {
        if (r.kind == RECORD_ANSWER) {
            t->move(user, c);
            return c->fate == FATE_FINE;
        }
        if (r.size >= sizeof line || !receive(c, line, r.size))
            return error_set("%s: the reader crashed", path);
        line[r.size] = '\0';
        if (r.kind == RECORD_FAILURE)
            return error_set("%s", line);
        if (r.kind == RECORD_EXPECT && r.size == sizeof expected) {
            memcpy(&expected, line, sizeof expected);
            c->patience = patience_for(expected);
        }
        if (r.kind == RECORD_WARNING && warn)
            warn(line);
    }
    return false;
}

static bool ended_by(const process_end *end, int number) {
    return end->crashed && end->code == number;
}

/* Windows has none of these. */
#ifdef SIGXCPU
static const int TOO_LONG = SIGXCPU, KILLED = SIGKILL;
#else
static const int TOO_LONG = -1, KILLED = -1;
#endif

static void explain(const child *c, const process_end *end, const char *path) {
    char words[80];
    process_describe(end, words, sizeof words);
    if (c->fate == FATE_NO_MEMORY)
        error_set("%s: out of memory for what was read", path);
    else if (c->fate == FATE_LATE || ended_by(end, TOO_LONG))
        error_set("%s: reading took longer than %.3g seconds", path, c->patience);
    else if (ended_by(end, KILLED))
        error_set("%s: the reader was killed: is memory short?", path);
    else
        error_set("%s: the reader crashed with %s", path, words);
}

/* ---- in both ---- */

void child_move(child *c, void *bytes, size_t size) {
    if (!c->process)
        send_bytes(bytes, size);
    else if (!receive(c, bytes, size))
        memset(bytes, 0, size);
}

void child_move_array(child *c, void *pointer, size_t size) {
    void *memory;
    memcpy(&memory, pointer, sizeof memory);
    if (memory && !c->process) {
        send_bytes(memory, size);
    } else if (memory) {
        memory = c->fate == FATE_FINE ? malloc(size + 1) : NULL;
        if (!memory && c->fate == FATE_FINE)
            c->fate = FATE_NO_MEMORY;
        if (memory && !receive(c, memory, size)) {
            free(memory);
            memory = NULL;
        }
        memcpy(pointer, &memory, sizeof memory);
    }
}

/* ---- its beginning ---- */

#ifdef _WIN32

static const char SERVE[] = "--read-for-parent"; /* then the task and the file; `user` comes by standard input */
enum { WORDS = 4 };

static const child_task *served;

void child_serve(const child_task *t, int argc, char **argv) {
    served = t;
    if (!t || argc != WORDS || strcmp(argv[1], SERVE) != 0 || strcmp(argv[2], t->name) != 0)
        return;
    void *user = malloc(t->size);
    FILE *output = system_take_output();
    if (!user || !output || fread(user, 1, t->size, stdin) != t->size)
        _Exit(EXIT_NO_READER);
    be_child(output, t, argv[3], user);
}

static process *start(const child_task *t, const char *path, void *user) {
    char program[4096];
    const char *const words[WORDS + 1] = {program, SERVE, t->name, path, NULL};
    const process_desc d = {.arguments = words, .reads = true, .answers = true};
    process *p = served == t && system_program(program, sizeof program) ? process_start(&d) : NULL;
    if (p) {
        fwrite(user, 1, t->size, process_input(p)); /* a child that does not take it has crashed */
        fflush(process_input(p));
    }
    return p;
}

#else

void child_serve(const child_task *t, int argc, char **argv) {
    (void)t, (void)argc, (void)argv;
}

static process *start(const child_task *t, const char *path, void *user) {
    FILE *output;
    process *p = process_copy(&output);
    if (output)
        be_child(output, t, path, user);
    return p;
}

#endif

bool child_run(const child_task *t, const char *path, void *user, warn_fn warn) {
    child c = {start(t, path, user), NULL, patience_for(bytes_of(path)), FATE_FINE};
    process_end end;
    if (!c.process)
        return t->work(path, user, warn);
    bool ok = listen_to(&c, t, path, user, warn);
    if (c.fate != FATE_ENDED)
        process_kill(c.process);
    process_wait(c.process, -1, &end);
    process_free(c.process);
    if (c.fate != FATE_FINE)
        explain(&c, &end, path);
    return ok && c.fate == FATE_FINE;
}
