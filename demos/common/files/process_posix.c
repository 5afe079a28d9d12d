/* process_posix.c - process.h on Linux and macOS.  SPDX-License-Identifier: MIT */
#include "common/files/process.h"

#ifndef _WIN32

#    include "common/files/clock.h"

#    include <errno.h>
#    include <fcntl.h>
#    include <math.h>
#    include <poll.h>
#    include <signal.h>
#    include <spawn.h>
#    include <stdlib.h>
#    include <string.h>
#    include <sys/wait.h>
#    include <time.h>
#    include <unistd.h>

enum { NONE = -1, SHARED = STDERR_FILENO + 1 };

struct process {
    pid_t id;    /* NONE once it was waited for */
    FILE *input; /* or NULL */
    int output;  /* or NONE */
    process_end end;
};

/* A descriptor that is none of the standard ones and is not inherited, in place of this one. */
static int move(int descriptor) {
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, SHARED + 1);
    close(descriptor);
    return moved;
}

static bool open_pipe(int ends[2]) {
    if (pipe(ends) != 0)
        return false;
    ends[0] = move(ends[0]);
    ends[1] = move(ends[1]);
    return ends[0] >= 0 && ends[1] >= 0;
}

/* 0, or why the program does not run. `input` and `output` are its ends of the pipes, or NONE. */
static int spawn(process *p, const process_desc *d, int input, int output) {
    extern char **environ;
    posix_spawn_file_actions_t actions;
    const int from[3] = {input, output, d->words ? fileno(d->words) : NONE};
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0)
        return failure;
    for (int i = 2; i >= 0 && failure == 0; i--) /* stderr first, which may be what `words` names */
        failure = from[i] == NONE ? posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0)
                                  : posix_spawn_file_actions_adddup2(&actions, from[i], i);
    if (d->shared && failure == 0)
        failure = posix_spawn_file_actions_adddup2(&actions, fileno(d->shared), SHARED);
    /* posix_spawn takes the arguments as char *const[] and changes none of them. */
    failure = failure ? failure : posix_spawnp(&p->id, d->arguments[0], &actions, NULL, (char **)d->arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

process *process_start(const process_desc *d) {
    int to[2] = {NONE, NONE}, from[2] = {NONE, NONE}, failure = 0;
    process *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    *p = (process){.id = NONE, .output = NONE};
    signal(SIGCHLD, SIG_DFL); /* ignored, as whoever started us may have left it, it would take the status away */
    if ((d->reads && !open_pipe(to)) || (d->answers && !open_pipe(from)))
        failure = errno;
    if (failure == 0 && d->reads && !(p->input = fdopen(to[1], "wb")))
        failure = errno;
    if (failure == 0 && (failure = spawn(p, d, to[0], from[1])) != 0)
        p->id = NONE;
    p->output = from[0];
    if (to[1] != NONE && !p->input)
        close(to[1]);
    if (to[0] != NONE)
        close(to[0]);
    if (from[1] != NONE)
        close(from[1]);
    if (failure != 0) {
        process_free(p);
        errno = failure;
        return NULL;
    }
    return p;
}

/* Handlers of this program would remove its files, and what is about to crash has words that nobody needs. */
static void settle(void) {
    static const int NUMBERS[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGXFSZ};
    for (size_t i = 0; i < sizeof NUMBERS / sizeof NUMBERS[0]; i++)
        if (signal(NUMBERS[i], SIG_DFL) == SIG_IGN) /* nohup's wish, for example */
            signal(NUMBERS[i], SIG_IGN);
    int nowhere = open("/dev/null", O_RDWR);
    for (int i = 0; nowhere != NONE && i <= STDERR_FILENO; i++)
        dup2(nowhere, i);
}

/* No signal may come to the copy before it has settled. */
process *process_copy(FILE **output) {
    int ends[2] = {NONE, NONE};
    sigset_t all, before;
    process *p = malloc(sizeof *p);
    *output = NULL;
    if (!p || !open_pipe(ends)) {
        free(p);
        return NULL;
    }
    *p = (process){.id = NONE, .output = ends[0]};
    signal(SIGCHLD, SIG_DFL);
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    p->id = fork();
    if (p->id == 0) {
        close(ends[0]);
        *output = fdopen(ends[1], "wb");
        settle();
        if (!*output)
            _exit(1);
        free(p);
        p = NULL;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (p)
        close(ends[1]);
    if (p && p->id < 0) {
        process_free(p);
        p = NULL;
    }
    return p;
}

const char *process_shared_name(const char *path) {
    (void)path;
    return "/dev/fd/3";
}

FILE *process_input(process *p) {
    return p->input;
}

int process_read(process *p, void *bytes, size_t size, double deadline) {
    for (;;) {
        struct pollfd poller = {p->output, POLLIN, 0};
        double left = deadline - clock_ms();
        if (left <= 0)
            return -1;
        if (poll(&poller, 1, (int)fmin(left + 1, 60000)) <= 0)
            continue;
        ssize_t count = read(p->output, bytes, size);
        if (count >= 0 || errno != EINTR)
            return count > 0 ? (int)count : 0;
    }
}

bool process_wait(process *p, double milliseconds, process_end *end) {
    const struct timespec pause = {0, 1000000}; /* short, for the bench measures a program by this */
    double deadline = clock_ms() + milliseconds;
    if (p->input)
        fclose(p->input);
    p->input = NULL;
    while (p->id != NONE) {
        int status = 0;
        pid_t ended = waitpid(p->id, &status, milliseconds < 0 ? 0 : WNOHANG);
        if (ended == p->id || (ended < 0 && errno != EINTR)) {
            p->id = NONE;
            p->end = (process_end){WIFSIGNALED(status), WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status)};
        } else if (milliseconds >= 0 && clock_ms() >= deadline) {
            return false;
        } else if (milliseconds >= 0) {
            nanosleep(&pause, NULL);
        }
    }
    *end = p->end;
    return true;
}

void process_kill(process *p) {
    if (p->id != NONE)
        kill(p->id, SIGKILL);
}

void process_describe(const process_end *end, char *words, size_t size) {
    if (end->crashed)
        snprintf(words, size, "signal %d (%s)", end->code, strsignal(end->code));
    else
        snprintf(words, size, "status %d", end->code);
}

void process_free(process *p) {
    if (p) {
        if (p->input)
            fclose(p->input);
        if (p->output != NONE)
            close(p->output);
        free(p);
    }
}

#endif
