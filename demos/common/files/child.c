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
#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/files/system.h"

#ifdef _WIN32

bool child_run(const child_task *t) {
    return t->work(t->user, t->warn);
}

void child_move(child *c, void *bytes, size_t size) {
    (void)c, (void)bytes, (void)size;
}

void child_move_array(child *c, void *pointer, size_t size) {
    (void)c, (void)pointer, (void)size;
}

void child_expect(uint64_t bytes) {
    (void)bytes;
}

void child_sign_of_life(void) {
}

#else

#    include <errno.h>
#    include <fcntl.h>
#    include <math.h>
#    include <poll.h>
#    include <signal.h>
#    include <stdint.h>
#    include <stdio.h>
#    include <stdlib.h>
#    include <string.h>
#    include <sys/resource.h>
#    include <sys/stat.h>
#    include <sys/wait.h>
#    include <unistd.h>

#    if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#        define HAS_SHADOW 1
#    elif defined(__has_feature)
#        if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#            define HAS_SHADOW 1
#        endif
#    endif
#    ifndef HAS_SHADOW
#        define HAS_SHADOW 0 /* no sanitizer that maps terabytes, so that a limit of memory makes sense */
#    endif

enum { NONE = -1, EXIT_DONE = 0, EXIT_NO_READER = 3 };

typedef enum fate { FATE_FINE, FATE_ENDED, FATE_LATE, FATE_NO_MEMORY } fate;

struct child {
    int pipe;
    pid_t process; /* 0 in the child itself */
    double patience;
    fate fate; /* of the child, as the parent sees it */
};

typedef enum record_kind { RECORD_ALIVE, RECORD_EXPECT, RECORD_WARNING, RECORD_FAILURE, RECORD_ANSWER } record_kind;

typedef struct record {
    uint32_t kind, size; /* bytes that follow: a line, or the number of bytes that are expected */
} record;

/* ---- limits ---- */

/* What the process has mapped, OpenGL's included; 0 where nothing tells. */
static uint64_t mapped_bytes(void) {
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%llu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGE_SIZE);
}

/* 0 for no limit. */
static uint64_t address_space_for(uint64_t file_bytes) {
    uint64_t mapped = mapped_bytes(), wanted = ((uint64_t)4 << 30) + 200 * file_bytes, allowed = system_memory();
    return HAS_SHADOW || mapped == 0 ? 0 : mapped + (wanted < allowed ? wanted : allowed);
}

static double patience_for(uint64_t file_bytes) {
    const char *text = getenv("HPYR_READ_SECONDS");
    double seconds = text ? strtod(text, NULL) : 0;
    return seconds > 0 && isfinite(seconds) ? seconds : 20 + (double)file_bytes / 1e6;
}

static void limit(int resource, uint64_t most) {
    struct rlimit l;
    if (getrlimit(resource, &l) == 0) {
        l.rlim_cur = l.rlim_max == RLIM_INFINITY || most < l.rlim_max ? (rlim_t)most : l.rlim_max;
        setrlimit(resource, &l);
    }
}

/* CPU time is limited for a child whose parent was killed, so that nobody kills it. */
static void limit_all(double patience, uint64_t address_space) {
    limit(RLIMIT_CPU, (uint64_t)(10 * fmin(patience, 1e6)) + 1);
    if (address_space > 0)
        limit(RLIMIT_AS, address_space);
}

/* ---- in the child ---- */

/* Functions that warn take a line and nothing else, so the one way out of this process is a variable. */
static child myself = {NONE, 0, 0, FATE_FINE};

static void send_bytes(const void *bytes, size_t size) {
    const char *next = bytes;
    while (size > 0) {
        ssize_t count = write(myself.pipe, next, size);
        if (count < 0 && errno != EINTR)
            _exit(EXIT_NO_READER);
        next += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
}

static void send_record(record_kind kind, const void *bytes, size_t size) {
    record r = {kind, (uint32_t)size};
    send_bytes(&r, sizeof r);
    send_bytes(bytes, size);
}

static void send_warning(const char *line) {
    send_record(RECORD_WARNING, line, strlen(line));
}

void child_sign_of_life(void) {
    if (myself.pipe != NONE)
        send_record(RECORD_ALIVE, NULL, 0);
}

void child_expect(uint64_t bytes) {
    if (myself.pipe != NONE) {
        limit_all(patience_for(bytes), address_space_for(bytes));
        send_record(RECORD_EXPECT, &bytes, sizeof bytes);
    }
}

/* The parent's handlers would remove the parent's files, and readers that are about to die have words that nobody needs. */
static void settle(const child *c, uint64_t address_space) {
    static const int numbers[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGXFSZ};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (signal(numbers[i], SIG_DFL) == SIG_IGN) /* nohup's wish, for example */
            signal(numbers[i], SIG_IGN);
    int nowhere = open("/dev/null", O_RDWR);
    for (int i = 0; nowhere != NONE && i <= STDERR_FILENO; i++)
        dup2(nowhere, i);
    limit(RLIMIT_CORE, 0);
    limit_all(c->patience, address_space);
}

/* Leaves without what the parent does at its exit. */
static void be_child(const child_task *t) {
    if (t->work(t->user, send_warning)) {
        send_record(RECORD_ANSWER, NULL, 0);
        t->move(t->user, &myself);
    } else {
        send_record(RECORD_FAILURE, error_text(), strlen(error_text()));
    }
    _exit(EXIT_DONE);
}

/* ---- in the parent ---- */

/* False at the end of the pipe, or of patience. */
static bool wait_for_bytes(child *c) {
    double end = clock_ms() + 1000 * c->patience;
    for (;;) {
        struct pollfd p = {c->pipe, POLLIN, 0};
        double left = end - clock_ms();
        if (left <= 0) {
            c->fate = FATE_LATE;
            return false;
        }
        if (poll(&p, 1, (int)fmin(left + 1, 60000)) > 0)
            return true;
    }
}

static bool receive(child *c, void *bytes, size_t size) {
    char *next = bytes;
    while (size > 0 && c->fate == FATE_FINE && wait_for_bytes(c)) {
        ssize_t count = read(c->pipe, next, size);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            c->fate = FATE_ENDED;
        } else if (count > 0) {
            next += count;
            size -= (size_t)count;
        }
    }
    return size == 0;
}

static bool listen_to(child *c, const child_task *t) {
    record r;
    char line[ERROR_SIZE];
    uint64_t expected;
    while (receive(c, &r, sizeof r)) {
        if (r.kind == RECORD_ANSWER) {
            t->move(t->user, c);
            return c->fate == FATE_FINE;
        }
        if (r.size >= sizeof line || !receive(c, line, r.size))
            return error_set("%s: the reader crashed", t->path);
        line[r.size] = '\0';
        if (r.kind == RECORD_FAILURE)
            return error_set("%s", line);
        if (r.kind == RECORD_EXPECT && r.size == sizeof expected) {
            memcpy(&expected, line, sizeof expected);
            c->patience = patience_for(expected);
        }
        if (r.kind == RECORD_WARNING && t->warn)
            t->warn(line);
    }
    return false;
}

static void explain(const child *c, int status, const char *path) {
    if (c->fate == FATE_NO_MEMORY)
        error_set("%s: out of memory for what was read", path);
    else if (c->fate == FATE_LATE || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
        error_set("%s: reading took longer than %.3g seconds", path, c->patience);
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        error_set("%s: the reader was killed: is memory short?", path);
    else if (WIFSIGNALED(status))
        error_set("%s: the reader crashed (signal %d)", path, WTERMSIG(status));
    else
        error_set("%s: the reader crashed (status %d)", path, WEXITSTATUS(status));
}

/* ---- in both ---- */

void child_move(child *c, void *bytes, size_t size) {
    if (c->process == 0)
        send_bytes(bytes, size);
    else if (!receive(c, bytes, size))
        memset(bytes, 0, size);
}

void child_move_array(child *c, void *pointer, size_t size) {
    void *memory;
    memcpy(&memory, pointer, sizeof memory);
    if (memory && c->process == 0) {
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

/* No signal may come to the child before it has handlers of its own. */
static bool start(child *c, const child_task *t) {
    int ends[2];
    struct stat status;
    sigset_t all, before;
    uint64_t file_bytes = stat(t->path, &status) == 0 && status.st_size > 0 ? (uint64_t)status.st_size : 0;
    uint64_t address_space = address_space_for(file_bytes);
    c->patience = patience_for(file_bytes);
    if (pipe(ends) != 0)
        return false;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    c->process = fork();
    if (c->process == 0) {
        myself.pipe = fcntl(ends[1], F_DUPFD, STDERR_FILENO + 1); /* one below would be put in the place of /dev/null */
        close(ends[0]);
        close(ends[1]);
        settle(c, address_space);
        sigprocmask(SIG_SETMASK, &before, NULL);
        be_child(t);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    c->pipe = ends[0];
    if (c->process < 0)
        close(ends[0]);
    return c->process > 0;
}

bool child_run(const child_task *t) {
    child c = {NONE, 0, 0, FATE_FINE};
    int status = 0;
    if (!start(&c, t))
        return t->work(t->user, t->warn);
    bool ok = listen_to(&c, t);
    if (c.fate != FATE_ENDED)
        kill(c.process, SIGKILL);
    close(c.pipe);
    while (waitpid(c.process, &status, 0) < 0 && errno == EINTR) {}
    if (c.fate != FATE_FINE)
        explain(&c, status, t->path);
    return ok && c.fate == FATE_FINE;
}

#endif
